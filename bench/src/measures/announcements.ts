import { setTimeout as wait } from 'node:timers/promises'
import { mqttStatusSchema } from '@senca/contract/mqtt'
import type { CoverForm } from '../devices/announced-cover.ts'
import { type Bridge, startBridge } from '../devices/bridge.ts'
import { sharedNow } from '../monotonic.ts'
import { percentile } from '../percentiles.ts'
import type { HomeAccount } from '../product/home-account.ts'

const ASKED_EVERY_MS = 50
const GIVEN_UP_MS = 60_000

/** Asks until an account has this number of entities. */
export async function untilEntities(account: HomeAccount, count: number): Promise<void> {
  const until = sharedNow() + GIVEN_UP_MS
  for (;;) {
    const { usage } = mqttStatusSchema.parse(await account.get('mqtt/status'))
    if (usage.entities === count) return
    if (sharedNow() > until) throw new Error(`${usage.entities} of ${count} entities are listed`)
    await wait(ASKED_EVERY_MS)
  }
}

/** A bridge announces covers in one burst. Returns it, with the seconds until all are listed. */
export async function measureBurst(account: HomeAccount, form: CoverForm, count: number) {
  const bridge = await startBridge(account)
  const begun = sharedNow()
  await bridge.announce(form, count)
  await untilEntities(account, count)
  return { bridge, seconds: (sharedNow() - begun) / 1_000 }
}

export async function withdrawAll(
  account: HomeAccount,
  bridge: Bridge,
  form: CoverForm,
  count: number,
): Promise<void> {
  await bridge.withdraw(form, count)
  await untilEntities(account, 0)
  await bridge.stop()
}

interface ListCalls {
  p95: number
  perSecond: number
  bytes: number
}

/** Asks for the list of entities again and again, one call after the other or several at once. */
export async function measureLists(
  url: string,
  account: HomeAccount,
  { seconds, atOnce }: { seconds: number; atOnce: number },
): Promise<ListCalls> {
  const headers = { authorization: `Bearer ${await account.apiToken()}` }
  const took: number[] = []
  let bytes = 0
  const begun = sharedNow()
  const ask = async () => {
    while (sharedNow() - begun < seconds * 1_000) {
      const askedAt = sharedNow()
      const answer = await fetch(`${url}/auth/api/v1/discovery/list`, { headers })
      bytes = (await answer.arrayBuffer()).byteLength
      if (!answer.ok) throw new Error(`the list was answered ${answer.status}`)
      took.push(sharedNow() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return {
    p95: percentile(took, 0.95),
    perSecond: took.length / ((sharedNow() - begun) / 1_000),
    bytes,
  }
}
