import { sql } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'

/** A group of a scenario with its members in order, and those of them that the scenario names too. */
interface UsedGroup extends Record<string, unknown> {
  scenario_id: string
  members: string[]
  named: string[]
}

/** The groups that scenarios use. */
export async function usedGroupsOf(queries: Queries, scenarioIds: readonly string[]): Promise<UsedGroup[]> {
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
