import { notifyManager } from '@tanstack/react-query'
import { queryClient } from '#core/api/query-client.ts'
import { clockDifference, serverClock } from '#core/browser.ts'
import { browserClock } from '#core/clock.ts'
import { homePlaceStore } from '#core/home-place.ts'
import { NOTIFICATION_KEY } from '#core/notification-key.ts'
import { readRecord, removeRecord, writeRecord } from '#core/pocket.ts'
import { homeReach, isHomeConnected, KEPT_AT_MS } from '#core/realtime/browser-realtime.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'
import { session } from '#features/account-model/accounts.ts'
import { deviceKeys, knownDevices, readIds, sortedByName } from '#features/device-model/device-cache.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { type KeptParts, readKept, writeKept } from './kept-record.ts'

const WRITE_AGAIN_MS = 5_000

/** The parts of the kept home that features load when they are shown, with the keys of their queries. */
const KEPT_KEYS = [
  ['groups', [...SCENARIO_KEY, 'groups']],
  ['scenarios', [...SCENARIO_KEY, 'list']],
  ['moments', [...SCENARIO_KEY, 'moments']],
  ['home', [...SCENARIO_KEY, 'home']],
  ['notifications', [...NOTIFICATION_KEY, 'list']],
] as const

/** What was kept or restored last; parts that are not in the cache at the moment stay as they were. */
let last: Partial<KeptParts> = {}

/** Shows what was kept of the home until the server answers. What it has answered already stays. */
export async function restoreHome(): Promise<void> {
  const kept = await readRecord()
  if (kept === null || kept === undefined) return
  const record = readKept(kept, session.store.getState().email, serverClock.now())
  if (record === null) {
    await removeRecord()
    return
  }
  if (readIds(queryClient) !== undefined) return
  clockDifference.restore(record.ahead)
  last = record
  notifyManager.batch(() => {
    for (const device of record.devices) put(deviceKeys.one(device.id), device)
    const nameOf = new Map(record.devices.map(({ id, name }) => [id, name]))
    put(
      deviceKeys.home,
      sortedByName([...nameOf.keys()], (id) => nameOf.get(id) ?? ''),
    )
    put(roomKeys.list, record.rooms)
    put(roomKeys.preferences, record.preferences)
    for (const [part, key] of KEPT_KEYS) put(key, record[part])
  })
  if (record.home != null) {
    const { lat: latitude, lon: longitude, timezone } = record.home
    homePlaceStore.setState({ place: { latitude, longitude }, timezone })
  }
  homeReach.setState({ keptAt: record.at })
  endWhenLoaded()
}

/** Kept data counts as old at once, so that every screen that shows it loads it too. */
function put(queryKey: readonly unknown[], data: unknown): void {
  if (data === undefined || queryClient.getQueryData(queryKey) !== undefined) return
  queryClient.setQueryData(queryKey, data, { updatedAt: KEPT_AT_MS })
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

function endWhenLoaded(): void {
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
    if (event.query.queryKey.join() !== deviceKeys.home.join()) return
    stop()
    homeReach.setState({ keptAt: null })
  })
}

/** Keeps the home while it is up to date: at most every five seconds, and when the page is hidden. */
export function keepHome(): void {
  let cancel: (() => void) | null = null
  const write = () => {
    cancel?.()
    cancel = null
    const { isLoggedIn, email } = session.store.getState()
    const isKnown = readIds(queryClient) !== undefined && homeReach.getState().keptAt === null
    if (!isLoggedIn || email === null || !isKnown || !isHomeConnected()) return
    last = { ...last, ...partsNow() }
    const of = { account: email, at: serverClock.now(), ahead: clockDifference.read() }
    void writeRecord(writeKept(of, { ...last, devices: last.devices ?? [] }))
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success')
      cancel ??= browserClock.after(WRITE_AGAIN_MS, write)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && cancel !== null) write()
  })
  cancel = browserClock.after(WRITE_AGAIN_MS, write)
}

function partsNow(): Partial<KeptParts> {
  const cached = [
    ['rooms', roomKeys.list] as const,
    ['preferences', roomKeys.preferences] as const,
    ...KEPT_KEYS,
  ].flatMap(([part, key]) => {
    const data = queryClient.getQueryData(key)
    return data === undefined ? [] : [[part, data]]
  })
  return { ...Object.fromEntries(cached), devices: knownDevices(queryClient) }
}
