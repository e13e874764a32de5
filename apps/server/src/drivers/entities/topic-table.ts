/** Somebody who needs topics. */
export interface TopicOwner {
  readonly topics: readonly string[]
}

export interface TopicTable<Owner extends TopicOwner> {
  /** The owner needs its topics from now on. */
  add(owner: Owner): void
  remove(owner: Owner): void
  /** Changes an owner for another one, without a topic of both being dropped in between. */
  replace(before: Owner, after: Owner): void
  ownersOf(topic: string): readonly Owner[]
  /** Marks topics as subscribed, and returns their owners. */
  subscribed(topics: readonly string[]): Owner[]
  /** Whether all topics of the owner are subscribed. */
  isReady(owner: Owner): boolean
}

/** Which topics are needed by whom. Those of several owners are needed once. */
export function createTopicTable<Owner extends TopicOwner>(
  changed: (change: { added: string[]; removed: string[] }) => void,
): TopicTable<Owner> {
  const table = new Map<string, { owners: readonly Owner[]; isSubscribed: boolean }>()

  function insert(owner: Owner): string[] {
    const added: string[] = []
    for (const topic of owner.topics) {
      const entry = table.get(topic)
      if (entry === undefined) {
        table.set(topic, { owners: [owner], isSubscribed: false })
        added.push(topic)
      } else if (!entry.owners.includes(owner)) entry.owners = [...entry.owners, owner]
    }
    return added
  }

  function drop(owner: Owner, keep: ReadonlySet<string>): string[] {
    const removed: string[] = []
    for (const topic of owner.topics) {
      const entry = table.get(topic)
      if (entry === undefined) continue
      entry.owners = entry.owners.filter((other) => other !== owner)
      if (entry.owners.length > 0 || keep.has(topic)) continue
      table.delete(topic)
      removed.push(topic)
    }
    return removed
  }

  function announce(added: string[], removed: string[]): void {
    if (added.length + removed.length > 0) changed({ added, removed })
  }

  return {
    add: (owner) => announce(insert(owner), []),
    remove: (owner) => announce([], drop(owner, new Set())),
    replace(before, after) {
      const removed = drop(before, new Set(after.topics))
      announce(insert(after), removed)
    },
    ownersOf: (topic) => table.get(topic)?.owners ?? [],
    subscribed(topics) {
      const owners = new Set<Owner>()
      for (const topic of topics) {
        const entry = table.get(topic)
        if (entry === undefined) continue
        entry.isSubscribed = true
        for (const owner of entry.owners) owners.add(owner)
      }
      return [...owners]
    },
    isReady: (owner) => owner.topics.every((topic) => table.get(topic)?.isSubscribed === true),
  }
}
