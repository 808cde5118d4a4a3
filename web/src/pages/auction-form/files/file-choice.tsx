import styles from './file-choice.module.css';

/**
 * What a file shows or is. The browser's own list, because a form may have forty of them.
 */
export function FileChoice(props: {
  label: string;
  choices: readonly { id: string; label: string }[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <select
      className={styles.choice}
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      // A grid of files would take the keys that open and search the list.
      onKeyDown={(event) => event.stopPropagation()}
    >
      {props.choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
