import type { DeviceInfo } from '@senca/contract'
import { isShade } from '#features/shade-control/index.ts'
import type { ShadeControlProps } from '#features/shade-control/shade-control.tsx'
import { device, NEVER } from './fixtures.ts'
import { SHADE_KINDS } from './room-fixtures.ts'

/** A state of the control screen: what the device reports, and what else is shown. */
type ControlState = {
  state: object
  connected?: boolean
  stale?: boolean
  view?: 'position' | 'tilt'
  command?: ShadeControlProps['command']
}

const axes = (share: number, inclination = share) => ({ position: share, inclination })

const command = (
  phase: 'pending' | 'acknowledged' | 'done' | 'failed',
  words: string,
): ShadeControlProps['command'] => ({
  phase,
  words,
  wish: { kind: 'move', target: axes(0.8, 0.4) },
  durationMs: phase === 'done' ? 12_000 : null,
  failure: phase === 'failed' ? words : null,
  error: null,
  detail: null,
  canRetry: phase === 'failed',
})

/** Every state of the control screen of a shade, by name. */
export const CONTROL_STATES: Record<string, ControlState> = {
  rest: { state: axes(0.3, 0.21) },
  open: { state: axes(0) },
  half: { state: axes(0.5, 0.21) },
  closed: { state: axes(1) },
  tilted: { state: axes(1, 0.36), view: 'tilt' },
  moving: { state: { ...axes(0.3, 0.21), status: 'closing', target: axes(0.8, 0.4) } },
  turning: { state: { ...axes(0.9, 0.3), status: 'moving', target: { inclination: 0.7 } }, view: 'tilt' },
  calibrating: { state: { ...axes(0.5, 0.21), status: 'calibrating' } },
  offline: { state: axes(0.3, 0.21), connected: false },
  stale: { state: axes(0.4, 0.21), stale: true },
  assumed: { state: { ...axes(0.4, 0.21), assumed: true } },
  unknown: { state: {} },
  never: { state: NEVER },
  neverSeen: { state: NEVER, connected: false },
  old: { state: { ...axes(0.3, 0.21), reportedAt: '2025-12-31T23:07:00.000Z' } },
  oldest: { state: { ...axes(0.3, 0.21), reportedAt: '2025-12-31T23:07:00.000Z' }, stale: true },
  sending: { state: axes(0.3, 0.21), command: command('pending', 'Sent') },
  done: { state: axes(0.8, 0.4), command: command('done', 'Done in 12 s') },
  failed: {
    state: axes(0.3, 0.21),
    command: command('failed', 'The device accepted the command but stopped responding'),
  },
}

/** A shade of type `kind` with the state that the server would send. */
export function controlDevice(kind: string, name: string, { state, connected }: ControlState): DeviceInfo {
  const known = SHADE_KINDS.find((each) => each === kind) ?? 'roller_shutter'
  const made = device({ name, kind: known, connected: connected ?? true, state })
  if (!isShade(made)) throw new TypeError(`Expected a shade, got "${kind}"`)
  const seen = new Date(Date.now() - 3 * 3_600_000).toISOString()
  return { ...made, lastSeenAt: made.state.reportedAt === null ? null : seen }
}
