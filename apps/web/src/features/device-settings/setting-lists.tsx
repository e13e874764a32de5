import { Fragment, useState } from 'react'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { SettingDialog } from './setting-dialog.tsx'
import type { SettingList, SettingRow } from './setting-row.ts'
import styles from './settings.module.css'

/** The row whose dialog was opened last. `opening` counts the openings, each of which starts a new dialog. */
interface Opened {
  key: string
  isOpen: boolean
  opening: number
}

/** The lists of a settings page, one below the other, or on a wide page `aside` beside `main`, and the dialog of their rows. */
export function SettingLists(props: { main: readonly SettingList[]; aside: readonly SettingList[] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const rows = [...props.main, ...props.aside].flatMap((list) => list.rows)
  const row = rows.find(({ key }) => key === opened?.key)
  // The row disappeared, because the device was changed elsewhere. Its dialog closes and does not open again with the row.
  if (opened !== null && row === undefined) setOpened(null)
  const open = (key: string) =>
    setOpened((before) => ({ key, isOpen: true, opening: (before?.opening ?? 0) + 1 }))
  const close = () => setOpened((before) => before && { ...before, isOpen: false })

  const column = (lists: readonly SettingList[]) => (
    <div
      className={lists.find(({ rows }) => rows.length > 0)?.heading === undefined ? styles.plain : undefined}
    >
      {lists.map(({ heading, rows, after }) => (
        <Fragment key={heading ?? ''}>
          {rows.length > 0 && (
            <List {...(heading === undefined ? {} : { heading })}>
              {rows.map((one) => (
                <Row key={one.key} row={one} onOpen={() => open(one.key)} />
              ))}
            </List>
          )}
          {after}
        </Fragment>
      ))}
    </div>
  )
  return (
    <div className={styles.columns}>
      {column(props.main)}
      {column(props.aside)}
      {row?.kind === 'own' && opened?.isOpen === true && row.dialog(close)}
      {row !== undefined && 'verb' in row && (
        <SettingDialog key={opened?.opening} row={row} open={opened?.isOpen ?? false} onClose={close} />
      )}
    </div>
  )
}

function Row({ row, onOpen }: { row: SettingRow; onOpen: () => void }) {
  const shown = { icon: row.icon, value: row.value, danger: row.danger ?? false }
  if (row.kind === 'fact')
    return (
      <ListRow {...shown} isFact>
        {row.title}
      </ListRow>
    )
  return row.kind === 'link' ? (
    <ListRow {...shown} to={row.to} state={row.state}>
      {row.title}
    </ListRow>
  ) : (
    <ListRow {...shown} onClick={row.kind === 'press' ? row.onPress : onOpen}>
      {row.title}
    </ListRow>
  )
}
