import { type CommandResult, type DeviceInfo, isNewer, type StateUpdate } from '@senca/contract'

/** Applies a pushed state to the known device; null when the push is older than the known state. */
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
 * Merges a loaded device with the known one. The loaded device wins, except for a state that a push has replaced in the meantime.
 * Going offline is pushed with unchanged counts, so a push during the load also wins when the counts are equal.
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

/**
 * Applies the result of a command to the device. A successful result contains position and inclination; any other result changes
 * nothing. `sentFrom` is the device as it was known when the command was sent: a result has no counts, so whatever the device
 * reported since then is newer.
 */
export function withResult(
  device: DeviceInfo,
  { status, position, inclination }: CommandResult,
  sentFrom: DeviceInfo | undefined,
): DeviceInfo {
  if (sentFrom?.id === device.id && !isNewer(sentFrom, device)) return device
  if (status !== 'success' || (position === undefined && inclination === undefined)) return device
  const reached = {
    ...(position === undefined ? {} : { position }),
    ...(inclination === undefined ? {} : { inclination }),
  }
  return { ...device, state: { ...device.state, ...reached } }
}
