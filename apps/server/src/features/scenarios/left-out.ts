import { type Device, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import { commonTypeOf } from '#features/groups/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { usedGroupsOf } from './left-out.store.ts'

/** The devices that scenarios leave out, by scenario. */
export type LeftOut = ReadonlyMap<string, ReadonlySet<string>>
export type FindLeftOut = (queries: Queries, scenarioIds: readonly string[]) => Promise<LeftOut>

interface LeftOutOptions {
  shadows: Pick<Shadows, 'get'>
  lookup(ids: readonly string[]): Promise<Device[]>
}

/**
 * Finds the devices that scenarios leave out: members of their groups that have another type than most of their group now. A
 * device takes part if the scenario names it, or if it has the type of one of its groups.
 */
export const createFindLeftOut =
  ({ lookup, shadows }: LeftOutOptions): FindLeftOut =>
  async (queries, scenarioIds) => {
    const groups = await usedGroupsOf(queries, scenarioIds)
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
