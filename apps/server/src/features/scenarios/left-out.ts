import { sql } from 'drizzle-orm'
import { type Device, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import { commonTypeOf } from '#features/groups/index.ts'
import type { Queries } from '#platform/postgres/database.ts'

/** The devices that scenarios leave out, by scenario. */
export type LeftOut = ReadonlyMap<string, ReadonlySet<string>>
export type FindLeftOut = (queries: Queries, scenarioIds: readonly string[]) => Promise<LeftOut>

interface LeftOutOptions {
  shadows: Pick<Shadows, 'get'>
  lookUp(ids: readonly string[]): Promise<Device[]>
}

/** A group of a scenario with its members in order, and those of them that the scenario names too. */
interface UsedGroup extends Record<string, unknown> {
  scenario_id: string
  members: string[]
  named: string[]
}

async function groupsOf(queries: Queries, scenarioIds: readonly string[]): Promise<UsedGroup[]> {
  if (scenarioIds.length === 0) return []
  const { rows } = await queries.execute<UsedGroup>(sql`
    select sg.scenario_id, array_agg(gd.device_id order by gd.place) as members,
      array_remove(array_agg(t.device_id), null) as named
    from scenario_groups sg
    join group_devices gd using (group_id)
    left join scenario_targets t on t.scenario_id = sg.scenario_id and t.device_id = gd.device_id
    where sg.scenario_id = any(${sql.param([...scenarioIds])}::uuid[])
    group by sg.scenario_id, sg.group_id`)
  return rows
}

/**
 * Finds the devices that scenarios leave out: members of their groups that have another type than most of their group now. A
 * device takes part if the scenario names it, or if it has the type of one of its groups.
 */
export const createFindLeftOut =
  ({ lookUp, shadows }: LeftOutOptions): FindLeftOut =>
  async (queries, scenarioIds) => {
    const groups = await groupsOf(queries, scenarioIds)
    if (groups.length === 0) return new Map()
    const devices = await lookUp([...new Set(groups.flatMap(({ members }) => members))])
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
