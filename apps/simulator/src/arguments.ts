import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DeviceType, parseDeviceType } from '@senca/contract'
import { parseWeather, WEATHERS, type Weather } from './station.ts'

export const USAGE = `simulator --home <demo-home.json> | --fleet <provisioned.json> --mqtt <mqtt://host:port> [--type <device type>]
  [--state <file>] [--speed <n>] [--clock-ahead <seconds>] [--control-port <n>] [--control-stdin]
  [--weather calm|storm] [--firmware-key <public key file>]
simulator --setup --port <n> [--device <provisioned.json>] [--type <device type>] [--generation 1|2] [--reset] [--state <file>] [--speed <n>]
  [--clock-ahead <seconds>] [--control-port <n>] [--firmware-key <public key file>]`

const CLOCK_AHEAD_MAX_S = 10 * 365 * 86_400

/** Arguments for one device in set-up mode. */
export interface SetupArguments {
  kind: 'setup'
  /** The port of the device's own page on this machine; 0 picks a free one. */
  port: number
  /** The file with its id and secret; null for a device that no server knows. */
  devicePath: string | null
  type: DeviceType
  /** The hardware generation of the controller. */
  version: 1 | 2
  /** Whether the reset button under its cover was pressed. */
  isReset: boolean
  /** The file in which it stores its state; null: the state is lost when the process ends. */
  statePath: string | null
  speed: number
  clockAheadMs: number
  controlPort: number | null
  /** The file of the public key that verifies firmware; null: the key next to the other files. */
  firmwareKeyPath: string | null
}

/** Arguments for the devices of a home, or for a fleet. */
export interface DevicesArguments {
  kind: 'devices'
  source:
    | { kind: 'home'; path: string }
    | { kind: 'fleet'; path: string; mqttUrl: string; type: DeviceType; version: 1 | 2 }
  statePath: string
  speed: number
  /** By how many milliseconds the clocks of the devices are ahead. */
  clockAheadMs: number
  /** The port of the control server; 0 picks a free one, null starts none. */
  controlPort: number | null
  /** The file of the public key that verifies firmware; null: the key next to the other files. */
  firmwareKeyPath: string | null
  hasControlStdin: boolean
  /** The weather that the weather station of a home measures at the start. */
  weather: Weather
  /** The file in which a person changes the weather afterwards. */
  weatherPath: string
}

/** Parses the command line. Throws an error with a readable message if it is invalid. */
export function readArguments(argv: readonly string[]): DevicesArguments | SetupArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      home: { type: 'string' },
      fleet: { type: 'string' },
      mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      type: { type: 'string', default: 'roller_shutter' },
      state: { type: 'string' },
      speed: { type: 'string', default: '1' },
      'clock-ahead': { type: 'string', default: '0' },
      'control-port': { type: 'string' },
      'firmware-key': { type: 'string' },
      'control-stdin': { type: 'boolean', default: false },
      weather: { type: 'string', default: 'calm' },
      setup: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      device: { type: 'string' },
      reset: { type: 'boolean', default: false },
      generation: { type: 'string', default: '2' },
    },
  })
  const type = parseDeviceType(values.type)
  if (type === null) throw new Error(`${values.type} is not a device type`)
  const controlPort = values['control-port']
  const version: 1 | 2 = numberOf('generation', values.generation, 1, 2) < 2 ? 1 : 2
  const common = {
    speed: numberOf('speed', values.speed, 0.01, 1_000),
    clockAheadMs:
      1_000 * numberOf('clock-ahead', values['clock-ahead'], -CLOCK_AHEAD_MAX_S, CLOCK_AHEAD_MAX_S),
    firmwareKeyPath: values['firmware-key'] ?? null,
    controlPort: controlPort === undefined ? null : numberOf('control-port', controlPort, 0, 65_535),
  }
  if (values.setup)
    return {
      kind: 'setup',
      ...common,
      type,
      version,
      port: numberOf('port', values.port, 0, 65_535),
      devicePath: values.device ?? null,
      isReset: values.reset,
      statePath: values.state ?? null,
    }
  const path = values.home ?? values.fleet
  if (path === undefined || (values.home !== undefined && values.fleet !== undefined)) {
    throw new Error('one of --home, --fleet and --setup is needed')
  }
  const weather = parseWeather(values.weather)
  if (weather === null) throw new Error(`--weather is to be ${WEATHERS.join(' or ')}`)
  return {
    kind: 'devices',
    ...common,
    source:
      values.fleet === undefined
        ? { kind: 'home', path }
        : { kind: 'fleet', path, mqttUrl: values.mqtt, type, version },
    statePath: values.state ?? join(dirname(path), 'simulator-state.json'),
    hasControlStdin: values['control-stdin'],
    weather,
    weatherPath: join(dirname(path), 'demo-weather'),
  }
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most)) {
    throw new Error(`--${name} is to be a number from ${least} to ${most}`)
  }
  return value
}
