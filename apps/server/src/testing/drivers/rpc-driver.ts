import { type Capability, LIMITS, type ReportedFields } from '@senca/contract'
import {
  type DriverCommand,
  DriverError,
  type EndpointTraits,
  type Execute,
  type HardwareDriver,
} from '#drivers/driver.ts'
import type { Clock } from '#platform/clock.ts'

/** A request to the hardware; percent, 100 is open or full. */
export interface RpcCall {
  method:
    | 'Cover.GoToPosition'
    | 'Cover.Stop'
    | 'Light.Set'
    | 'Lock.Open'
    | 'Sys.Reset'
    | 'Sys.Reboot'
    | 'Sys.SetConfig'
  params: { pos?: number; id?: number; brightness?: number }
}

type RpcAnswer = 'ok' | 'busy' | 'silent'

/** A notification of the hardware; percent, 100 is open or full. It has no counts. */
interface RpcNotice {
  pos?: number
  motion?: 'opening' | 'closing'
  lock?: 'locked' | 'unlocked' | 'jammed'
  /** The position is only what was asked for. */
  assumed?: boolean
  lights?: Record<'1' | '2', number | undefined>
}

type Event =
  | { address: string; kind: 'online' | 'offline' }
  | { address: string; kind: 'notice'; notice: unknown }

/** In-memory hardware with calls and notifications: a protocol that is very different from our own. */
export function createRpcBridge() {
  const online = new Map<string, { can: readonly Capability[]; answer: (call: RpcCall) => RpcAnswer }>()
  const calls: { address: string; call: RpcCall }[] = []
  const listeners = new Set<(event: Event) => void>()
  const emit = (event: Event) => {
    for (const listener of [...listeners]) listener(event)
  }
  return {
    calls,
    online,
    plugIn(address: string, can: readonly Capability[], answer: (call: RpcCall) => RpcAnswer = () => 'ok') {
      online.set(address, { can, answer })
      emit({ address, kind: 'online' })
    },
    unplug(address: string) {
      online.delete(address)
      emit({ address, kind: 'offline' })
    },
    notify: (address: string, notice: unknown) => emit({ address, kind: 'notice', notice }),
    call(address: string, call: RpcCall): RpcAnswer {
      calls.push({ address, call })
      return online.get(address)?.answer(call) ?? 'silent'
    },
    onEvent(listener: (event: Event) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type RpcBridge = ReturnType<typeof createRpcBridge>

const isNotice = (raw: unknown): raw is RpcNotice =>
  typeof raw === 'object' && raw !== null && ('pos' in raw || 'lights' in raw || 'lock' in raw)

function callFor(command: DriverCommand): RpcCall | null {
  switch (command.command) {
    case 'move':
      return { method: 'Cover.GoToPosition', params: { pos: 100 - (command.position ?? 0) } }
    case 'abort':
      return { method: 'Cover.Stop', params: {} }
    case 'light_apply':
      return {
        method: 'Light.Set',
        params: { id: command.lightType === 'light_2' ? 2 : 1, brightness: command.brightness * 100 },
      }
    case 'unlock':
      return { method: 'Lock.Open', params: {} }
    case 'forget':
      return { method: 'Sys.Reset', params: {} }
    case 'restart':
      return { method: 'Sys.Reboot', params: {} }
    case 'settings':
      return { method: 'Sys.SetConfig', params: {} }
    default:
      return null
  }
}

function fieldsOf({ pos, lights, lock, assumed = false }: RpcNotice): ReportedFields {
  return {
    ...(pos === undefined ? {} : { position: (100 - pos) / 100, assumed }),
    ...(lock === undefined
      ? {}
      : { motorLockConnected: true, motorLockState: lock, motorLockLocked: lock === 'locked' }),
    ...(lights?.['1'] === undefined ? {} : { light1Brightness: lights['1'] / 100 }),
    ...(lights?.['2'] === undefined ? {} : { light2Brightness: lights['2'] / 100, light2Dimmable: true }),
  }
}

interface RpcDriverOptions {
  bridge: RpcBridge
  clock: Clock
  /** Whether the hardware answers calls; otherwise they are only handed over. */
  confirmation?: EndpointTraits['confirmation']
  /** Whether a call that was not answered is void. */
  expires?: boolean
}

/** Whether a notice reports what a call asks for. */
function hasGoal({ method, params }: RpcCall, { pos, lights, lock, motion }: RpcNotice): boolean {
  switch (method) {
    case 'Cover.GoToPosition':
      return pos === params.pos
    case 'Cover.Stop':
      return motion === undefined && pos !== undefined
    case 'Light.Set':
      return lights?.[params.id === 2 ? '2' : '1'] === params.brightness
    case 'Lock.Open':
      return lock === 'unlocked'
    default:
      return false
  }
}

/** A minimal driver. It must pass the same tests as the real ones. */
export function createRpcDriver(options: RpcDriverOptions): HardwareDriver {
  const { bridge, clock, confirmation = 'acknowledged', expires = true } = options
  let stopping = new AbortController()
  let undo = () => {}
  const lastNotice = new Map<string, string>()
  /** The newest call to each address that has no evidence yet. */
  const unproven = new Map<string, { call: RpcCall; acknowledged?: (() => void) | undefined }>()

  const prove = (address: string, notice: RpcNotice) => {
    const open = unproven.get(address)
    const isRepeated = lastNotice.get(address) === JSON.stringify(notice)
    lastNotice.set(address, JSON.stringify(notice))
    if (open === undefined || (isRepeated && !hasGoal(open.call, notice))) return
    unproven.delete(address)
    open.acknowledged?.()
  }

  const answerOf = (address: string, call: RpcCall, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = (code: 'device_busy' | 'device_request_timeout' | 'internal_error') => {
        cancel()
        stopping.signal.removeEventListener('abort', stop)
        reject(new DriverError(code, `${address}: ${call.method}`))
      }
      const stop = () => fail('internal_error')
      const cancel = clock.after(LIMITS.COMMAND_ACK_MS, () => fail('device_request_timeout'))
      stopping.signal.addEventListener('abort', stop)
      // A call takes a moment, like over a network.
      queueMicrotask(() => {
        if (signal.aborted) return
        const reply = bridge.call(address, call)
        const answer = confirmation === 'acknowledged' ? reply : 'ok'
        if (answer === 'busy') fail('device_busy')
        if (answer !== 'ok') return
        cancel()
        stopping.signal.removeEventListener('abort', stop)
        resolve()
      })
    })

  const execute: Execute<DriverCommand> = async ({ address, command }, { signal, acknowledged }) => {
    if (!bridge.online.has(address)) throw new DriverError('device_offline', `${address} is not connected`)
    const call = callFor(command)
    if (call === null) throw new DriverError('device_unsupported_action', `${address}: ${command.command}`)
    if (signal.aborted) throw new DriverError('device_request_timeout', `${address} was not asked`)
    if (confirmation === 'reported') unproven.set(address, { call, acknowledged })
    await answerOf(address, call, signal)
    if (confirmation === 'acknowledged') acknowledged?.()
  }

  return {
    describe: () => ({
      confirmation,
      motion: 'derived',
      expires,
      tolerance: expires ? LIMITS.TARGET_TOLERANCE : LIMITS.THIRD_PARTY_TOLERANCE,
    }),
    execute,
    maintenance: execute,
    forget: execute,
    async start({ report }) {
      stopping = new AbortController()
      const present = (address: string, capabilities: readonly Capability[]) => {
        report({ kind: 'presence', address, connected: true })
        const unknown = { type: null, version: null, firmware: null, factoryReset: null }
        report({ kind: 'hardware', address, ...unknown, capabilities })
      }
      for (const [address, { can }] of bridge.online) present(address, can)
      undo = bridge.onEvent((event) => {
        const { address } = event
        if (event.kind === 'online') present(address, bridge.online.get(address)?.can ?? [])
        if (event.kind === 'offline') report({ kind: 'presence', address, connected: false })
        if (event.kind !== 'notice' || !isNotice(event.notice)) return
        const { notice } = event
        prove(address, notice)
        report({ kind: 'state', address, state: { status: notice.motion ?? 'ready', ...fieldsOf(notice) } })
      })
    },
    async stop() {
      undo()
      stopping.abort()
    },
  }
}
