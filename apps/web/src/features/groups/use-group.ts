import { type DeviceInfo, isBusy, type Target } from '@senca/contract'
import { type Group, groupStateOf } from '@senca/contract/automation'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import type { CommandEntry } from '#features/device-model/commands/command-lifecycle.ts'
import { newestFirst } from '#features/device-model/commands/command-status.ts'
import { MAX_UNCONFIRMED } from '#features/device-model/commands/device-actions.ts'
import { deviceQuery } from '#features/device-model/devices.queries.ts'
import { commands, devicesApi } from '#features/device-model/devices.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { type GroupMove, lanesOf, moveMembers } from './group-moves.ts'

/** A member and its newest command, or one of its newest commands if it has several lamps. */
export interface MemberCommand {
  member: DeviceInfo
  entry: CommandEntry
}

/** The members with their current state; null until all are loaded. */
function useMembers(ids: readonly string[]): DeviceInfo[] | null {
  return useQueries(
    { queries: ids.map((id) => deviceQuery(devicesApi, id)), combine: loadedMembers },
    queryClient,
  )
}

const loadedMembers = (queries: readonly { data: DeviceInfo | null | undefined }[]): DeviceInfo[] | null =>
  queries.some(({ data }) => data === undefined) ? null : queries.flatMap(({ data }) => data ?? [])

/** The newest commands of the members. */
function useMemberCommands({ devicetype }: Group, members: readonly DeviceInfo[]): MemberCommand[] {
  const byDevice = useStore(commands.store, (state) => state.byDevice)
  const lanes = lanesOf(devicetype)
  return members.flatMap((member) =>
    lanes.flatMap((lane) => newestFirst(byDevice[member.id] ?? {}, lane).map((entry) => ({ member, entry }))),
  )
}

/** Where the members are moving by the newest command; empty while nothing moves. */
function targetOf(sent: readonly MemberCommand[]): Target {
  const [newest] = sent
    .filter(({ entry: { phase } }) => phase !== 'failed' && phase !== 'done')
    .toSorted((a, b) => b.entry.sequence - a.entry.sequence)
  if (newest?.entry.intent.kind !== 'move') return {}
  const { state } = newest.member
  return { ...(isBusy(state.status) ? state.target : null), ...newest.entry.intent.target }
}

/** The current state of a group and the functions that move it. */
export function useGroup(group: Group) {
  const { devicetype, activeDeviceTokens } = group
  const loaded = useMembers(activeDeviceTokens)
  const members = loaded ?? []
  const sent = useMemberCommands(group, members)
  /** A move of many devices that waits for the person's confirmation. */
  const [confirming, setConfirming] = useState<GroupMove | null>(null)
  const { state, ...means } = groupStateOf(devicetype, members)
  const failures = sent.filter(({ entry }) => entry.phase === 'failed')

  const send = (move: GroupMove) => {
    setConfirming(null)
    moveMembers(move, members, commands)
  }
  return {
    members,
    isLoaded: loaded !== null,
    /** Whether the person may move any member; true until the members are loaded. */
    mayMove: loaded === null || loaded.some(mayCommand),
    state,
    means,
    /** The targets 0..1 of the axes while the members move there. */
    targets: targetOf(sent),
    /** The members for which the newest command failed. */
    failures,
    isConfirming: confirming !== null,
    move: (move: GroupMove) => (members.length > MAX_UNCONFIRMED ? setConfirming(move) : send(move)),
    confirm: () => confirming !== null && send(confirming),
    cancel: () => setConfirming(null),
    retry: () => {
      for (const { member } of failures) commands.retry(member.id)
    },
    stop: () => {
      for (const { id } of members.filter(mayCommand)) commands.stop(id)
    },
  }
}
export type GroupNow = ReturnType<typeof useGroup>
