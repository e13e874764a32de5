import { entitySchema } from '@senca/contract/discovery'
import type { Binding, Entity, EntityEvent } from '#drivers/hardware.ts'
import type { AccountHardware } from './account-hardware.ts'
import type { EntityRecords } from './entity-records.ts'
import { suggestedOf, viewOf } from './entity-view.ts'

interface EntityListOptions {
  hardware: Pick<AccountHardware, 'list' | 'find' | 'spaceOf'>
  records: Pick<EntityRecords, 'of' | 'isIgnored'>
  bindingOf(id: string): Binding | undefined
}

/**
 * The entities of a space as JSON. Those of 1,000 entities take 80 ms of a processor, so what has not changed since the last call
 * is not written again.
 */
export function createEntityList({ hardware, records, bindingOf }: EntityListOptions) {
  /** Null until the first call, and after the entities themselves have changed. */
  let jsonById: Map<string, string> | null = null
  let suggested: ReadonlySet<string> = new Set()
  const staleIds = new Set<string>()

  const brokerOf = (id: string) => {
    const broker = hardware.spaceOf(id)?.broker ?? 'own'
    return broker === 'matter' ? null : broker
  }
  const jsonOf = (entity: Entity): string =>
    JSON.stringify(
      entitySchema.parse(
        viewOf(entity, records.of(entity.id), {
          isSuggested: suggested.has(entity.id),
          binding: bindingOf(entity.id),
          broker: brokerOf(entity.id),
        }),
      ),
    )

  const current = (): Map<string, string> => {
    if (jsonById === null) {
      const entities = hardware.list()
      suggested = suggestedOf(entities)
      jsonById = new Map(entities.map((entity) => [entity.id, jsonOf(entity)]))
    }
    for (const id of staleIds) {
      const entity = hardware.find(id)
      if (entity !== null && jsonById.has(id)) jsonById.set(id, jsonOf(entity))
    }
    staleIds.clear()
    return jsonById
  }
  /** What is known of the entities beside their states has changed. */
  const clear = () => {
    jsonById = null
    staleIds.clear()
  }

  return {
    clear,
    receive({ event, id }: EntityEvent) {
      if (event === 'reported') staleIds.add(id)
      else if (event !== 'acknowledged') clear()
    },
    /** The ignored ones alone, or those that are not. */
    json(areIgnored: boolean): string {
      const shown = [...current()].filter(([id]) => records.isIgnored(id) === areIgnored)
      return `[${shown.map(([, json]) => json).join(',')}]`
    },
  }
}

export type EntityList = ReturnType<typeof createEntityList>
