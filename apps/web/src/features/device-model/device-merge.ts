import { type CommandResult, type DeviceInfo, isNewer, type StateUpdate } from '@senca/contract'

/** The pushed state on top of what is known; null when it is older than that. */
export function withStateUpdate(device: DeviceInfo, update: StateUpdate): DeviceInfo | null {
  if (!isNewer(update, device)) return null
  const { state, totalRestarts, totalStateUpdates } = update
  const isOnline = state.status !== 'offline'
  return {
    ...device,
    state,
    totalRestarts,
    totalStateUpdates,
    connected: isOnline,
    lastSeenAt: isOnline ? (state.reportedAt ?? device.lastSeenAt) : device.lastSeenAt,
  }
}

/**
 * A loaded device beside the one that is known: all of it, but for a state that a push has overtaken meanwhile.
 * Going offline is pushed with unchanged counts, so with equal ones a push during the load wins too.
 */
export function withLoaded(
  known: DeviceInfo | undefined,
  loaded: DeviceInfo,
  wasPushedMeanwhile: boolean,
): DeviceInfo {
  if (known === undefined || known.totalRestarts === null) return loaded
  const isOvertaken = wasPushedMeanwhile ? isNewer(known, loaded) : !isNewer(loaded, known)
  if (!isOvertaken) return loaded
  const { state, totalRestarts, totalStateUpdates, connected, lastSeenAt } = known
  return { ...loaded, state, totalRestarts, totalStateUpdates, connected, lastSeenAt }
}

/** The device after a result of a command to it: a successful one tells position and inclination, any other nothing. */
export function withResult(device: DeviceInfo, { status, position, inclination }: CommandResult): DeviceInfo {
  if (status !== 'success' || (position === undefined && inclination === undefined)) return device
  const reached = {
    ...(position === undefined ? {} : { position }),
    ...(inclination === undefined ? {} : { inclination }),
  }
  return { ...device, state: { ...device.state, ...reached } }
}
