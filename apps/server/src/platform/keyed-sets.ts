/** A set of values for each key, in insertion order. Keys without values use no memory. */
export function createKeyedSets<T, K = string>() {
  const setByKey = new Map<K, Set<T>>()
  const none: ReadonlySet<T> = new Set()
  return {
    of: (key: K): ReadonlySet<T> => setByKey.get(key) ?? none,
    add(key: K, value: T) {
      const values = setByKey.get(key)
      if (values === undefined) setByKey.set(key, new Set([value]))
      else values.add(value)
    },
    delete(key: K, value: T) {
      const values = setByKey.get(key)
      if (values?.delete(value) === true && values.size === 0) setByKey.delete(key)
    },
    isEmpty: () => setByKey.size === 0,
    /** The keys that have values. */
    keys: (): Iterable<K> => setByKey.keys(),
    *all(): Iterable<T> {
      for (const values of setByKey.values()) yield* values
    },
  }
}
