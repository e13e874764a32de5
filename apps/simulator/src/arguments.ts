import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DeviceType, parseDeviceType } from '@senca/contract'
import { parseWeather, WEATHERS, type Weather } from './station.ts'

export const USAGE = `simulator --home <demo-home.json> | --fleet <provisioned.json> --mqtt <mqtt://host:port> [--type <device type>]
  [--state <file>] [--speed <n>] [--clock-ahead <seconds>] [--control-port <n>] [--control-stdin]
  [--weather calm|storm]`

const CLOCK_AHEAD_MAX_S = 10 * 365 * 86_400

export interface Arguments {
  source: { kind: 'home'; path: string } | { kind: 'fleet'; path: string; mqttUrl: string; type: DeviceType }
  statePath: string
  speed: number
  /** How far the clock of every device is off, milliseconds. */
  clockAheadMs: number
  /** 0 picks a free one; null opens none. */
  controlPort: number | null
  hasControlStdin: boolean
  /** What the weather station of a home measures at the start. */
  weather: Weather
  /** Where a person says what it measures from then on. */
  weatherPath: string
}

/** Reads the command line; throws a plain sentence when it makes no sense. */
export function readArguments(argv: readonly string[]): Arguments {
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
      'control-stdin': { type: 'boolean', default: false },
      weather: { type: 'string', default: 'calm' },
    },
  })
  const path = values.home ?? values.fleet
  if (path === undefined || (values.home !== undefined && values.fleet !== undefined)) {
    throw new Error('either --home or --fleet is needed')
  }
  const type = parseDeviceType(values.type)
  if (type === null) throw new Error(`${values.type} is not a device type`)
  const weather = parseWeather(values.weather)
  if (weather === null) throw new Error(`--weather is to be ${WEATHERS.join(' or ')}`)
  const controlPort = values['control-port']
  return {
    source:
      values.fleet === undefined
        ? { kind: 'home', path }
        : { kind: 'fleet', path, mqttUrl: values.mqtt, type },
    statePath: values.state ?? join(dirname(path), 'simulator-state.json'),
    speed: numberOf('speed', values.speed, 0.01, 1_000),
    clockAheadMs:
      1_000 * numberOf('clock-ahead', values['clock-ahead'], -CLOCK_AHEAD_MAX_S, CLOCK_AHEAD_MAX_S),
    controlPort: controlPort === undefined ? null : numberOf('control-port', controlPort, 0, 65_535),
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
