/** A set of values for each key, in insertion order. Keys without values use no memory. */
export function createKeyedSets<T>() {
  const setByKey = new Map<string, Set<T>>()
  const none: ReadonlySet<T> = new Set()
  return {
    of: (key: string): ReadonlySet<T> => setByKey.get(key) ?? none,
    add(key: string, value: T) {
      const values = setByKey.get(key)
      if (values === undefined) setByKey.set(key, new Set([value]))
      else values.add(value)
    },
    delete(key: string, value: T) {
      const values = setByKey.get(key)
      if (values?.delete(value) === true && values.size === 0) setByKey.delete(key)
    },
    *all(): Iterable<T> {
      for (const values of setByKey.values()) yield* values
    },
  }
}
