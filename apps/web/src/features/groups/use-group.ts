import type { Axis, DeviceInfo } from '@senca/contract'
import { type Group, groupStateOf } from '@senca/contract/automation'
import { QueryObserver } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { queryClient } from '#core/api/query-client.ts'
import { deviceQuery } from '#features/device-model/devices.queries.ts'
import { devicesApi, lastMove } from '#features/device-model/devices.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { type Failure, failuresOf, type GroupMove, type GroupPart, partsOf } from './group-moves.ts'
import { groupsApi, sendParts } from './groups.ts'

/** If more devices would move, the person must confirm first, as for the whole home. */
const MOVED_UNASKED = 10
/** How long a target is shown while nothing moves, because devices start a moment after the command. */
const TARGET_MS = 3_000

type Targets = Partial<Record<Axis, number>>

/**
 * The members with their current state; null until all are loaded. `useQueries` is not used because it would add to the
 * JavaScript of the first pages.
 */
function useMembers(ids: readonly string[]): DeviceInfo[] | null {
  const order = ids.join(' ')
  const observers = useMemo(
    () =>
      order
        .split(' ')
        .filter((id) => id !== '')
        .map((id) => new QueryObserver(queryClient, deviceQuery(devicesApi, id))),
    [order],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = observers.map((observer) => observer.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [observers],
  )
  const known = useRef<readonly (DeviceInfo | null | undefined)[]>([])
  const all = useSyncExternalStore(subscribe, () => {
    const newest = observers.map((observer) => observer.getCurrentResult().data)
    const isSame =
      newest.length === known.current.length && newest.every((data, at) => data === known.current[at])
    if (!isSame) known.current = newest
    return known.current
  })
  return all.includes(undefined) ? null : all.flatMap((member) => member ?? [])
}

/** Registers the move so that it can be undone. */
function noteMove(
  parts: readonly GroupPart[],
  memberIds: readonly string[],
  answer: Promise<readonly Failure[]>,
): void {
  for (const { command, ids } of parts) {
    for (const id of ids ?? memberIds) {
      lastMove.sent(id, command, answer, (failures) => failures.every(({ deviceId }) => deviceId !== id))
    }
  }
}

/** The current state of a group and the functions that move it. */
export function useGroup(group: Group) {
  const { id, devicetype, activeDeviceTokens } = group
  const loaded = useMembers(activeDeviceTokens)
  const members = loaded ?? []
  /** A move of many devices that waits for the person's confirmation. */
  const [asked, setAsked] = useState<GroupMove | null>(null)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const [targets, setTargets] = useState<Targets>({})
  const { state, ...means } = groupStateOf(devicetype, members)
  const isAtRest = state.moving === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new target is shown that long
  useEffect(() => {
    if (!isAtRest) return
    const timer = setTimeout(() => setTargets({}), TARGET_MS)
    return () => clearTimeout(timer)
  }, [isAtRest, targets])

  /** What was sent last. The failures of an earlier command no longer concern the person. */
  const newest = useRef<readonly GroupPart[] | null>(null)
  const sending = useServerCall({
    meanwhile: 'sent',
    send: (parts: readonly GroupPart[]) => {
      newest.current = parts
      const answer = sendParts(id, parts)
      noteMove(parts, activeDeviceTokens, answer)
      return answer
    },
    onDone: (failed, parts) => newest.current === parts && setFailures(failed),
  })
  const stopping = useServerCall({
    meanwhile: 'sent',
    send: () => {
      newest.current = null
      return groupsApi.stop(id)
    },
    onDone: (results) => newest.current === null && setFailures(failuresOf(results, null)),
  })
  const go = (move: GroupMove) => {
    setAsked(null)
    if (!('brightness' in move)) setTargets((before) => ({ ...before, ...move }))
    sending.send(partsOf(move, members))
  }
  return {
    members,
    isLoaded: loaded !== null,
    /** Whether the person may move any member; true until the members are loaded. */
    mayMove: loaded === null || loaded.some(mayCommand),
    state,
    means,
    /** The targets 0..1 of the axes while the members move there. */
    targets,
    failures,
    isSending: sending.isSending,
    asked,
    move: (move: GroupMove) => (members.length > MOVED_UNASKED ? setAsked(move) : go(move)),
    confirm: () => asked !== null && go(asked),
    cancel: () => setAsked(null),
    send: (parts: readonly GroupPart[]) => sending.send(parts),
    stop: () => {
      setTargets({})
      stopping.send()
    },
  }
}
export type GroupNow = ReturnType<typeof useGroup>
