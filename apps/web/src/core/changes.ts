/**
 * The fields of a request that a person changed in a form since it was opened. The others are left out, so that what was changed
 * elsewhere in the meantime stays.
 */
export function changesOf<Fields extends object>(opened: Fields, now: Fields): Partial<Fields> {
  const isChanged = (field: keyof Fields) => JSON.stringify(opened[field]) !== JSON.stringify(now[field])
  const changes: Partial<Fields> = {}
  for (const field in now) if (isChanged(field)) changes[field] = now[field]
  return changes
}
