import { shortHash } from './entity-id.ts'

const MAC = /^[0-9a-f]{12}$/

/** How hardware is identified: a MAC address means the same in every form and from every source. */
export function identityOf(value: string, type?: string): string {
  const address = value.toLowerCase().replace(/[:.-]/g, '')
  return MAC.test(address) ? `mac:${address}` : `${type ?? 'id'}:${value}`
}

/** Finds which entities belong to one piece of hardware: those that share an identity, directly or through others. */
export interface DeviceGroups {
  /** Sets the identities of an entity. An empty list removes it. */
  set(owner: object, identities: readonly string[]): void
  keyOf(owner: object): string | null
}

export function createDeviceGroups(): DeviceGroups {
  const identitiesOf = new Map<object, readonly string[]>()
  /** For each identity a smaller one of its group, or itself. */
  let parents = new Map<string, string>()
  const keys = new Map<string, string>()
  let isStale = false

  function rootOf(identity: string): string {
    let root = identity
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root))
      root = next
    // Later searches reach the root at once.
    for (let at = identity; at !== root; ) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }

  function join(identities: readonly string[]): void {
    for (const identity of identities) if (!parents.has(identity)) parents.set(identity, identity)
    const roots = identities.map(rootOf)
    const smallest = roots.reduce((least, root) => (root < least ? root : least))
    for (const root of roots) parents.set(root, smallest)
  }

  function rebuild(): void {
    isStale = false
    parents = new Map()
    keys.clear()
    for (const identities of identitiesOf.values()) join(identities)
  }

  return {
    set(owner, identities) {
      const before = identitiesOf.get(owner) ?? []
      if (before.length === identities.length && before.every((one, index) => one === identities[index]))
        return
      if (before.length > 0) isStale = true
      if (identities.length === 0) {
        identitiesOf.delete(owner)
        return
      }
      identitiesOf.set(owner, identities)
      if (!isStale) join(identities)
    },
    keyOf(owner) {
      const first = identitiesOf.get(owner)?.[0]
      if (first === undefined) return null
      if (isStale) rebuild()
      const root = rootOf(first)
      const known = keys.get(root)
      if (known !== undefined) return known
      const key = shortHash('device', root)
      keys.set(root, key)
      return key
    },
  }
}
