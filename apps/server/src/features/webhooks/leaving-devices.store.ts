import { sql } from 'drizzle-orm'
import type { Leaving } from '#features/devices/index.ts'
import type { Queries } from '#platform/postgres/database.ts'

/**
 * Removes or replaces devices in webhooks, in the transaction by which they leave their owner and before they leave the connected apps.
 * What was sent about them is forgotten.
 */
export async function removeFromWebhooks(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
): Promise<void> {
  const ids = sql`${sql.param([...deviceIds])}::text[]`
  const concerned = sql`(
    select w.id from webhooks w join bridge_devices b on b.bridge_id = w.bridge_id where b.device_id = any(${ids}))`
  await queries.execute(sql`
    delete from webhook_deliveries where webhook_id in ${concerned} and device_ids ?| ${ids}`)
  await queries.execute(sql`delete from webhook_holds where device_id = any(${ids})`)
  const kept = replacedBy === undefined ? sql`'[]'::jsonb` : sql`jsonb_build_array(${replacedBy}::text)`
  await queries.execute(sql`
    update webhooks set devices = (devices - ${ids}) || ${kept} where id in ${concerned} and devices ?| ${ids}`)
}
