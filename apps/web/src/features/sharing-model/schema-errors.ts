import { issuesOf } from '#i18n/use-form.ts'
import type { DraftWindow } from './draft-windows.ts'

/** What the schemas of links and of roles both refuse. */
export type TermError = 'name' | 'noDevice' | 'manyDevices' | 'noDay' | 'noHours'

/**
 * The errors of a request by the contract's schema, at the fields of the form. The field of a window is `windows.<key>`.
 * `otherOf` names what only this request has, by its key and the key of the entry in it.
 */
export function schemaErrors<Other = never>(
  schema: Parameters<typeof issuesOf>[0],
  request: { windows?: unknown },
  windows: readonly DraftWindow[],
  otherOf: (key: string | undefined, entry: string | undefined) => [string, Other][] = () => [],
): [field: string, error: TermError | Other][] {
  return issuesOf(schema, request).flatMap(({ path, code }): [string, TermError | Other][] => {
    const [key, entry, part] = path
    switch (key) {
      case 'name':
        return [['name', 'name']]
      case 'devices':
        return [['devices', code === 'too_big' ? 'manyDevices' : 'noDevice']]
      case 'windows':
        return [[`windows.${windows[Number(entry)]?.key}`, part === 'days' ? 'noDay' : 'noHours']]
      default:
        return otherOf(key, entry)
    }
  })
}

/** The errors of windows in which nothing would ever be open. */
export const neverOpenErrors = (windows: readonly DraftWindow[]): [string, 'neverOpen'][] =>
  windows.map(({ key }) => [`windows.${key}`, 'neverOpen'])
