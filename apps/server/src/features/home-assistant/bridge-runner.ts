import type { DeviceFaults } from '#features/commands/index.ts'
import { isInfoChange, type ShadowChange, type Shadows } from '#features/devices/index.ts'
import type { RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { BridgeMessage } from '#platform/mqtt/spaces.ts'
import { type Announcer, createAnnouncer } from './announcer.ts'
import type { AnnouncingPlace } from './channel.ts'
import { type Collect, type Collected, withShadow } from './collect.ts'
import type { HomeAssistantStore } from './home-assistant.store.ts'

const RETRY_MS = 1_000

export interface RunnerOptions {
  collect: Collect
  store: Pick<HomeAssistantStore, 'findAt'>
  rights: Pick<RightsIndex, 'followActor' | 'follow'>
  shadows: Pick<Shadows, 'hold' | 'onChangeOf'>
  faults: DeviceFaults
  clock: Clock
  /** Called with what a client published for the bridge. */
  received(announcer: Announcer, collected: Collected, message: BridgeMessage): void
  /** Called when there is no room for what is announced. */
  full(accountId: string): void
  failed(error: unknown, accountId: string): void
}

/** The bridge to Home Assistant of one account at one broker: from what its devices report to what is published. */
export function createBridgeRunner(place: AnnouncingPlace, options: RunnerOptions) {
  const { collect, store, rights, shadows, faults, clock, received, full, failed } = options
  const { accountId, broker } = place
  let running: { id: string; announcer: Announcer } | null = null
  let collected: Collected | null = null
  let unfollowActor = () => {}
  let ends: (() => void)[] = []
  let cancelRetry = () => {}
  let isStopped = false

  /** Follows the reports of the devices that are announced. */
  const follow = (devices: Collected['devices']) => {
    for (const end of ends.splice(0)) end()
    const ids = [...devices.keys()]
    ends = [shadows.hold(ids), ...ids.map((id) => shadows.onChangeOf(id, changed))]
  }

  const changed = ({ before, shadow, event }: ShadowChange) => {
    const { deviceId } = shadow
    if (event.kind === 'report') faults.reported(deviceId)
    if (event.kind !== 'connection' && isInfoChange(before, shadow)) sync.request()
    const device = running?.announcer.deviceOf(deviceId)
    if (device === undefined || collected === null) return
    running?.announcer.update(deviceId, withShadow(device, shadow, collected.actor))
  }

  const end = () => {
    for (const one of ends.splice(0)) one()
    unfollowActor()
    unfollowActor = () => {}
    running?.announcer.end()
    running = null
    collected = null
  }

  const run = (id: string): Announcer => {
    if (running?.id === id) return running.announcer
    end()
    const channel = place.open(id, (message) => {
      if (running !== null && collected !== null) received(running.announcer, collected, message)
    })
    const announcer = createAnnouncer({ channel, clock, full: () => full(accountId) })
    running = { id, announcer }
    return announcer
  }

  const syncNow = async () => {
    const id = await store.findAt(accountId, broker)
    const next =
      id === null ? null : await collect({ bridgeId: id, accountId, broker }, place.discoveryPrefix)
    if (isStopped) return
    if (id === null || next === null) return end()
    const announcer = run(id)
    collected = next
    follow(next.devices)
    unfollowActor()
    unfollowActor = rights.followActor(next.actor, sync.request)
    announcer.announce(next)
  }
  let isReady = () => {}
  const first = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const sync = createCoalescedTask(async () => {
    cancelRetry()
    try {
      await syncNow().finally(isReady)
    } catch (error) {
      failed(error, accountId)
      if (!isStopped) cancelRetry = clock.after(RETRY_MS, sync.request)
    }
  })

  const undos = [
    rights.follow(accountId, sync.request),
    place.onBirth(() => running?.announcer.again()),
    place.onReset(() => {
      if (running === null) sync.request()
      else running.announcer.reset()
    }),
    faults.onChanged((deviceId) => {
      const device = running?.announcer.deviceOf(deviceId)
      if (device !== undefined) running?.announcer.update(deviceId, { ...device, fault: faults.of(deviceId) })
    }),
  ]
  sync.request()

  return {
    accountId,
    /** Reads everything again. */
    sync: sync.request,
    /** Whether a device belongs to the bridge, also if it does not go out. */
    knows: (deviceId: string): boolean =>
      collected !== null && (collected.devices.has(deviceId) || collected.left.has(deviceId)),
    /** Resolves when it is known for the first time what there is to announce. */
    ready: (): Promise<void> => first,
    /** Ends without publishing anything: the place is closed, or the server stops. */
    stop() {
      isStopped = true
      sync.stop()
      cancelRetry()
      unfollowActor()
      for (const one of ends.splice(0)) one()
      for (const undo of undos) undo()
      running?.announcer.stop()
      running = null
    },
  }
}

export type BridgeRunner = ReturnType<typeof createBridgeRunner>
