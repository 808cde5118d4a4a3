import { GripVertical } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { buttonClass } from '../button/button-class.ts';
import styles from './file-list.module.css';
import { type FileListProps, FileRow, PLACE_TYPE } from './file-row.tsx';

/**
 * A list of files that is reordered by dragging with mouse, touch or keyboard, or by each row's buttons. Loaded by
 * `file-drop.tsx`.
 */
export default function FileOrder({ label, look, files, ...acts }: FileListProps) {
  const indexOf = (id: unknown) => files.findIndex((file) => file.id === id);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (ids) => [...ids].map((id) => ({ [PLACE_TYPE]: String(id) })),
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.gap ?? ''} />,
    onReorder({ keys, target }) {
      const [id] = keys;
      const from = indexOf(id);
      const beside = indexOf(target.key) + (target.dropPosition === 'after' ? 1 : 0);
      acts.onMove?.(String(id), beside > from ? beside - 1 : beside);
    },
  });
  return (
    <GridList
      aria-label={label}
      layout={look === 'tiles' ? 'grid' : 'stack'}
      className={`${styles.list} ${styles[look]}`}
      // Keeps the buttons of a row in the Tab order.
      keyboardNavigationBehavior="tab"
      items={files}
      dependencies={[files, acts]}
      dragAndDropHooks={dragAndDropHooks}
    >
      {(file) => (
        <GridListItem textValue={file.name} className={styles.file ?? ''}>
          <Button
            slot="drag"
            className={`${buttonClass({ variant: 'quiet', size: 'sm', isSquare: true })} ${styles.grip}`}
          >
            <GripVertical size={20} />
          </Button>
          <FileRow {...acts} file={file} index={indexOf(file.id)} count={files.length} />
        </GridListItem>
      )}
    </GridList>
  );
}
