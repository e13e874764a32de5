import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bridgePairingSchema } from '@senca/contract/bridge-matter'
import { createdBridgeSchema } from '@senca/contract/bridges'
import { createMatterNetwork } from '@senca/server/testing/doubles/matter-network.ts'
import { sharedNow } from '../monotonic.ts'
import type { HomeAccount } from '../product/home-account.ts'

const APPLE = 4_937
const PORT = 8_080
const CHECK_MS = 50
const QUIET_MS = 1_500
const WHOLE = 10_000

/** An invoke that an app has sent, and its answer. */
export interface Invoked {
  answeredMs: number
  /** Until the app has the new position; null if it was refused or never came. */
  shownMs: number | null
}

/**
 * A home whose server is elsewhere: the built program that runs its Matter bridge, and an app that is paired with it, in a network of
 * their own. Needs root and Linux.
 */
export async function startMatterHome({ url, account }: { url: string; account: HomeAccount }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'senca-bench-matter-'))
  const network = await createMatterNetwork({ isBuilt: true })
  await network.reach(url, PORT)
  const { id, secret } = createdBridgeSchema.parse(
    await account.post('bridge/create', { name: 'Bench', kind: 'matter', grants: {} }),
  )
  const start = () =>
    network.startHomeProgram(['--server', `http://127.0.0.1:${PORT}`], { DATA_DIR: dataDir })
  let program = start()
  program.enter(String(secret))
  while (!program.printed().includes('runs here')) await wait(CHECK_MS)
  const app = await network.startController(APPLE)
  const others: (typeof app)[] = []
  let endpointByName = new Map<string, number>()

  const names = async () =>
    new Map(
      (await app.endpoints()).flatMap(({ number, state }) =>
        state.windowCovering === undefined
          ? []
          : [[String(state.bridgedDeviceBasicInformation?.nodeLabel), number]],
      ),
    )

  const openPairing = async (): Promise<string> =>
    bridgePairingSchema.parse(await account.post('bridge/pairing', { id })).qrCode

  return {
    programPid: () => program.pid,
    endpointOf: (name: string): number => endpointByName.get(name) ?? 0,

    async pair(): Promise<void> {
      await app.commission(await openPairing())
    },
    /** Pairs another app with the bridge, which stays until the end. */
    async pairAnother(vendorId: number): Promise<void> {
      const other = await network.startController(vendorId)
      others.push(other)
      await other.commission(await openPairing())
    },

    /** Kills the program and starts it again at once; resolves once it has the bridge. */
    async killProgram(): Promise<void> {
      await program.kill()
      program = start()
      while (!program.printed().includes('runs here')) await wait(CHECK_MS)
    },
    /** How many of these the app knows as reachable, or not. */
    async reachable(is: boolean): Promise<number> {
      const all = await app.endpoints()
      return all.filter(({ state }) => state.bridgedDeviceBasicInformation?.reachable === is).length
    },

    /** Closes shades as an app does that is asked to close all. Resolves to the answers, and the seconds until the last shade is shown closed. */
    async closeAll(endpoints: readonly number[], withinMs: number) {
      await app.seen()
      const begun = sharedNow()
      const answering = app.invokeAll(endpoints, { do: 'close' })
      const closed = new Map<number, number>()
      while (closed.size < endpoints.length && sharedNow() - begun < withinMs) {
        for (const { endpoint, at, state } of await app.seen())
          if (endpoints.includes(endpoint) && state.currentPositionLiftPercent100ths === WHOLE)
            closed.set(endpoint, closed.get(endpoint) ?? at - begun)
        await wait(5)
      }
      const answers = await answering
      return {
        answered: answers.filter(({ error }) => error === null).length,
        answeredMs: Math.max(...answers.map(({ ms }) => ms)),
        shown: closed.size,
        shownMs: Math.max(0, ...closed.values()),
      }
    },

    /** Grants devices, and resolves with the seconds until the app has them all with a known place. */
    async grant(ids: readonly string[]): Promise<number> {
      const begun = sharedNow()
      const grants = Object.fromEntries(ids.map((one) => [one, { permissions: ['command'] }]))
      await account.post('bridge/update', { id, grants })
      for (;;) {
        endpointByName = await names()
        if (endpointByName.size === ids.length) break
        await wait(CHECK_MS)
      }
      return (sharedNow() - begun) / 1_000
    },

    /** The positions that the app has got, by endpoint, once no more come: what runs meanwhile is waited for. */
    async positionsDuring(run: () => Promise<void>) {
      await app.seen()
      await run()
      const seen = await app.seen()
      for (;;) {
        await wait(QUIET_MS)
        const more = await app.seen()
        if (more.length === 0) break
        seen.push(...more)
      }
      const byEndpoint = new Map<number, { at: number; lift: number }[]>()
      for (const { endpoint, at, state } of seen) {
        const lift = state.currentPositionLiftPercent100ths
        if (lift == null) continue
        const before = byEndpoint.get(endpoint) ?? []
        if (before.at(-1)?.lift !== lift) byEndpoint.set(endpoint, [...before, { at, lift }])
      }
      return byEndpoint
    },

    /** Sends a shade somewhere, as an app does, and waits until its place is shown there. */
    async lift(endpoint: number, value: number, withinMs: number): Promise<Invoked> {
      await app.seen()
      const begun = sharedNow()
      const { error } = await app.invoke(endpoint, { do: 'lift', value })
      const answeredMs = sharedNow() - begun
      if (error !== null) return { answeredMs, shownMs: null }
      while (sharedNow() - begun < withinMs) {
        const shown = (await app.seen()).find(
          ({ endpoint: of, state }) =>
            of === endpoint &&
            state.operationalStatus.global === 0 &&
            state.currentPositionLiftPercent100ths === value,
        )
        if (shown !== undefined) return { answeredMs, shownMs: shown.at - begun }
        await wait(5)
      }
      return { answeredMs, shownMs: null }
    },

    async stop(): Promise<void> {
      for (const one of [app, ...others]) await one.end()
      await network.close()
      await account.post('bridge/delete', { id })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
