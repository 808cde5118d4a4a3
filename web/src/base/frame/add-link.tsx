import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { buttonClass } from '../../ui/button/button-class.ts';

/** A button that opens the form of a new object. `company` is the superuser's choice on this page. */
export function AddLink(props: {
  to: string;
  company: string | undefined;
  size?: 'sm' | undefined;
  children: string;
}) {
  const { to, company, size, children } = props;
  return (
    <Link to={to} search={{ company }} className={buttonClass({ variant: 'primary', size })}>
      <span className="row gap-2">
        <Plus size={20} />
        {children}
      </span>
    </Link>
  );
}
