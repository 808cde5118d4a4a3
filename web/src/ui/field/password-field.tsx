import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import styles from './field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'action' | 'suffix'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck="false"
      action={
        <Button
          className={styles.action ?? ''}
          aria-label={isShown ? 'Dölj lösenord' : 'Visa lösenord'}
          onPress={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={20} /> : <Eye size={20} />}
        </Button>
      }
    />
  );
}
