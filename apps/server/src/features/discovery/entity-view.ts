import type { Entity } from '@senca/contract/discovery'
import type { Binding, Entity as FoundEntity } from '#drivers/hardware.ts'
import type { EntityRecord } from './entity-records.ts'

/** Hardware and kind of entities that are announced by Home Assistant’s discovery. */
const placeOf = ({ device, kind }: FoundEntity): string => `${device?.key ?? ''} ${kind}`

/** Of two announcements of one thing, the one by the protocol of its firmware is suggested. */
export function suggestedOf(entities: readonly FoundEntity[]): ReadonlySet<string> {
  const discovered = new Set(
    entities
      .filter(({ source, device }) => source === 'home-assistant' && device !== null)
      .map((entity) => placeOf(entity)),
  )
  const isSuggested = (entity: FoundEntity) =>
    entity.source !== 'home-assistant' && discovered.has(placeOf(entity))
  return new Set(entities.filter(isSuggested).map(({ id }) => id))
}

/** An entity as `discovery/list` has it. */
export function viewOf(
  { state, limitations, suggestedInverted, ...entity }: FoundEntity,
  { firstSeenAt, ignored }: EntityRecord,
  {
    isSuggested,
    binding,
    broker,
  }: { isSuggested: boolean; binding: Binding | undefined } & Pick<Entity, 'broker'>,
): Entity {
  const { kind: _kind, reportedAt, ...values } = state
  return {
    ...entity,
    broker,
    ignored,
    firstSeenAt: firstSeenAt.toISOString(),
    state: { ...values, reportedAt: reportedAt?.toISOString() ?? null },
    limitations: limitations.map(({ code, part = null, detail }) => ({ code, part, detail })),
    ...(isSuggested ? { suggested: true } : {}),
    ...(suggestedInverted ? { suggestedInverted } : {}),
    token: binding?.deviceId ?? null,
    part: binding?.part ?? null,
  }
}
