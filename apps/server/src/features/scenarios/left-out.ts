import { type Device, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import { commonTypeOf } from '#features/groups/index.ts'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import { groupsOfComfort } from './scenarios.store.ts'

/** The devices that scenarios leave out, by scenario. */
export type LeftOut = ReadonlyMap<string, ReadonlySet<string>>
export type FindLeftOut = (scenarioIds: readonly string[]) => Promise<LeftOut>

interface LeftOutOptions {
  db: DrizzleDatabase
  shadows: Pick<Shadows, 'get'>
  lookup(ids: readonly string[]): Promise<Device[]>
}

/**
 * Finds the devices that scenarios leave out: members of their groups that have another type than most of their group now. A
 * device takes part if the scenario names it, or if it has the type of one of its groups. Protection goes by the kind of each
 * device, so it leaves nothing out.
 *
 * They stay members, because a type is what the hardware last reported, or a label that others than the owner may change: neither
 * may take a device out of the protection of its group, nor end a group whose members are changed one after the other.
 */
export const createFindLeftOut =
  ({ db, lookup, shadows }: LeftOutOptions): FindLeftOut =>
  async (scenarioIds) => {
    const groups = await groupsOfComfort(db, scenarioIds)
    if (groups.length === 0) return new Map()
    const devices = await lookup([...new Set(groups.flatMap(({ members }) => members))])
    const typeById = new Map(
      devices.map((device) => [device.id, effectiveTypeOf(device, shadows.get(device.id))]),
    )
    const leftOut = new Map<string, Set<string>>()
    for (const { scenario_id: id, members } of groups)
      leftOut.set(id, new Set([...(leftOut.get(id) ?? []), ...members]))
    for (const { scenario_id: id, members, named } of groups) {
      const type = commonTypeOf(members.flatMap((member) => typeById.get(member) ?? []))
      for (const member of members)
        if (typeById.get(member) === type || named.includes(member)) leftOut.get(id)?.delete(member)
    }
    return leftOut
  }
