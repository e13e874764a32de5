import type { DemoHome } from '@senca/contract'
import type { AccountService } from '#features/accounts/index.ts'
import type { DeviceService, Provisioning } from '#features/devices/index.ts'
import type { GroupService } from '#features/groups/index.ts'
import type { HomeService } from '#features/homes/index.ts'
import type { Links } from '#features/links/index.ts'
import type { MomentService } from '#features/moments/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { ScenarioService } from '#features/scenarios/index.ts'
import type { WeatherService } from '#features/weather/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { DemoStore } from './demo.store.ts'
import type { DemoFile } from './demo-file.ts'
import {
  DEMO_ACCOUNT,
  DEMO_GROUPS,
  DEMO_LINK,
  DEMO_MOMENTS,
  DEMO_PLACE,
  DEMO_PLAN,
  DEMO_PROTECTION,
  DEMO_SCENARIOS,
  type PlannedDevice,
} from './demo-plan.ts'

const DAY_MS = 86_400_000

interface DemoOptions {
  store: DemoStore
  file: DemoFile
  accounts: AccountService
  devices: DeviceService
  groups: Pick<GroupService, 'create' | 'list'>
  homes: Pick<HomeService, 'create' | 'find'>
  links: Pick<Links['service'], 'create' | 'list'>
  moments: Pick<MomentService, 'create' | 'list'>
  scenarios: Pick<ScenarioService, 'create' | 'list'>
  provisioning: Provisioning
  stations: Pick<WeatherService, 'makeHookKey' | 'isHookKeyOf'>
  clock: Clock
  /** Called for a part of the home that a rule refused. */
  refused(name: string, error: ApiError): void
}

interface Placed {
  id: string
  /** Null if only the file contains it. */
  secret: string | null
}

/** A file without the list is of a version that could leave out only the protection. */
const furnishedBefore = (kept: DemoHome | null): readonly string[] =>
  kept === null ? [] : (kept.furnished ?? [...DEMO_GROUPS, ...DEMO_SCENARIOS].map(({ name }) => name))

export function createDemoService(options: DemoOptions) {
  const { store, file, accounts, devices, groups, homes, provisioning, scenarios, stations, refused } =
    options
  const { links, moments, clock } = options

  /** Returns a device from an interrupted first start, or creates a new one. */
  const place = async (actor: AccountActor, { name, type }: PlannedDevice): Promise<Placed> => {
    const names = await devices.list(actor)
    const existing = Object.keys(names).find((id) => names[id] === name)
    if (existing !== undefined) return { id: existing, secret: null }
    const [made] = await provisioning.provision(type, 1)
    if (made === undefined) throw new Error('no device was provisioned')
    await devices.claim(actor, made.claimCode, name)
    return { id: made.id, secret: made.secret }
  }

  const secretOf = async ({ id, secret }: Placed, kept: DemoHome | null): Promise<string> => {
    const known = secret ?? kept?.devices.find((device) => device.id === id)?.secret
    const isGood = known !== undefined && (await provisioning.isDeviceSecret(id, known))
    return isGood ? known : provisioning.replaceSecret(id)
  }

  /** The key of the home's station; null if a person has created another key, which is kept. */
  const stationOf = async (actor: AccountActor, kept: DemoHome | null): Promise<DemoHome['station']> => {
    const known = kept?.station
    if (known === null) return null
    if (known === undefined) return { key: (await stations.makeHookKey(actor)).key }
    return (await stations.isHookKeyOf(actor.accountId, known.key)) ? known : null
  }

  /**
   * Makes the parts of the home that no earlier start has made, so that later changes by people are kept. Returns the names of all
   * that have been made. One that a rule refuses is left for the next start and does not stop this one.
   */
  const furnish = async (actor: AccountActor, kept: DemoHome | null): Promise<string[]> => {
    if ((await homes.find(actor.accountId)) === null) await homes.create(actor, DEMO_PLACE)
    const idByName = new Map(Object.entries(await devices.list(actor)).map(([id, name]) => [name, id]))
    const idsOf = (names: readonly string[]) => names.flatMap((name) => idByName.get(name) ?? [])
    const done = new Set(furnishedBefore(kept))
    const make = async (name: string, existing: ReadonlySet<string>, create: () => Promise<unknown>) => {
      if (done.has(name)) return
      try {
        if (!existing.has(name)) await create()
        done.add(name)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refused(name, error)
      }
    }

    const groupNames = new Set((await groups.list(actor)).map(({ name }) => name))
    for (const { name, devices: members } of DEMO_GROUPS)
      await make(name, groupNames, () => groups.create(actor, { name, devices: idsOf(members) }))
    const groupIdByName = new Map((await groups.list(actor)).map(({ id, name }) => [name, id]))
    const scenarioNames = new Set((await scenarios.list(actor)).map(({ name }) => name))
    for (const { devices: aimed, groups: aimedGroups, triggers, ...scenario } of DEMO_SCENARIOS) {
      const aim = {
        targets: idsOf(aimed),
        groups: aimedGroups.flatMap((name) => groupIdByName.get(name) ?? []),
      }
      const enabled = triggers.length === 0
      await make(scenario.name, scenarioNames, () =>
        scenarios.create(actor, { ...scenario, ...aim, enabled, triggers }),
      )
    }
    const { name, devices: fragile, preset } = DEMO_PROTECTION
    await make(name, scenarioNames, () =>
      scenarios.create(actor, { name, enabled: true, targets: idsOf(fragile), preset }),
    )
    const momentNames = new Set((await moments.list(actor)).map((moment) => moment.name))
    for (const moment of DEMO_MOMENTS)
      await make(moment.name, momentNames, () => moments.create(actor, moment))
    const linkNames = new Set((await links.list(actor)).flatMap((link) => link.name ?? []))
    await make(DEMO_LINK.name, linkNames, () => {
      const now = clock.now()
      const terms = {
        name: DEMO_LINK.name,
        devices: idsOf(DEMO_LINK.devices),
        multiUse: true,
        startsAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + DEMO_LINK.days * DAY_MS).toISOString(),
      }
      return links.create(actor, terms, {
        password: undefined,
        caller: { address: '127.0.0.1', userAgent: null },
      })
    })
    return [...done]
  }

  return {
    /** Creates the demo account if it is missing. Returns its id. */
    ensureAccount: (): Promise<string> => accounts.ensureConfirmed(DEMO_ACCOUNT.email, DEMO_ACCOUNT.password),

    /**
     * Creates the home of the demo account if it is missing, and writes the file for its hardware with the current address of the
     * broker. What people removed or renamed stays so. Returns the path of the file.
     */
    async ensureHome(accountId: string, mqtt: DemoHome['mqtt']): Promise<string> {
      const actor: AccountActor = { kind: 'account', accountId, sessionId: 'demo' }
      const deviceIdByPlace = new Map((await store.list()).map((row) => [row.place, row.deviceId]))
      const kept = await file.read()
      const home: DemoHome = { mqtt, devices: [] }
      for (const [index, planned] of DEMO_PLAN.entries()) {
        const known = deviceIdByPlace.get(index)
        const placed = known === undefined ? await place(actor, planned) : { id: known, secret: null }
        if (known === undefined) await store.insert(index, placed.id)
        const { name: _name, ...hardware } = planned
        const secret = await secretOf(placed, kept)
        home.devices.push({ id: placed.id, secret, ...hardware })
      }
      home.station = await stationOf(actor, kept)
      home.furnished = await furnish(actor, kept)
      await file.write(home)
      return file.path
    },
  }
}
