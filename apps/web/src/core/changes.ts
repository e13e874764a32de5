/** A value as text for comparisons. The order of chosen ids does not matter. */
const written = (value: unknown): string =>
  JSON.stringify(
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value,
  )

/**
 * The fields of a request that a person changed in a form since it was opened. The others are left out, so that what was changed
 * elsewhere in the meantime stays.
 */
export function changesOf<Fields extends object>(opened: Fields, now: Fields): Partial<Fields> {
  const changes: Partial<Fields> = {}
  for (const field in now) if (written(opened[field]) !== written(now[field])) changes[field] = now[field]
  return changes
}

/** Whether a person changed something in a form since it was opened. */
export const hasChanges = <Fields extends object>(opened: Fields, now: Fields): boolean =>
  Object.keys(changesOf(opened, now)).length > 0
