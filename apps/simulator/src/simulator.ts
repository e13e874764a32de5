import { isIPv6 } from 'node:net'
import { createInterface } from 'node:readline'
import type { DevicesArguments } from './arguments.ts'
import { createSystemClock } from './clock.ts'
import { control } from './control.ts'
import { startControlServer } from './control-server.ts'
import { createFleet } from './fleet.ts'
import { type Home, readFleetFile, readHomeFile } from './home-file.ts'
import { FLEET_PACE, HOME_PACE } from './mqtt-link.ts'
import { openStateFile } from './state-file.ts'
import { createStation } from './station.ts'
import { trustedKeyOf } from './upgrade/trusted-key.ts'
import { followWeatherChoice } from './weather-choice.ts'

/** After this many failures in a row, the file is read again, because the address or the secrets may have changed. */
const FAILURES_BEFORE_REREAD = 2
const REREAD_EVERY_MS = 500
const STATUS_EVERY_MS = 1_000

export interface Simulator {
  stop(): Promise<void>
}

/** Starts the devices of a home or a fleet. Throws an error with a readable message if the files cannot be read. */
export async function startSimulator(
  args: DevicesArguments,
  log: (line: string) => void,
): Promise<Simulator> {
  const { source } = args
  const read = (): Promise<Home> =>
    source.kind === 'home' ? readHomeFile(source.path) : readFleetFile(source.path, source, source.mqttUrl)
  let home = await read()
  let lastReason = ''
  let lastReadMs = Date.now()
  let isStopping = false

  const stateFile = await openStateFile({
    path: args.statePath,
    memories: () => fleet.memories(),
    log,
  })

  const reread = async (): Promise<void> => {
    if (Date.now() - lastReadMs < REREAD_EVERY_MS || isStopping) return
    lastReadMs = Date.now()
    const next = await read().catch(() => null)
    if (next === null || isStopping || JSON.stringify(next) === JSON.stringify(home)) return
    home = next
    log(`the home file has changed: ${next.units.length} devices`)
    fleet.sync(next.units)
    await stateFile.save()
    if (!isStopping) fleet.start()
  }

  const fleet = createFleet({
    mqtt: () => home.mqtt,
    pace: source.kind === 'home' ? HOME_PACE : FLEET_PACE,
    speed: args.speed,
    clock: createSystemClock(args.clockAheadMs),
    trustedKey: trustedKeyOf(args.firmwareKeyPath, source.path),
    memoryOf: stateFile.memoryOf,
    onChange: stateFile.touch,
    // For a fleet, one file holds thousands of devices; saving it for every change would never end.
    keep: source.kind === 'home' ? stateFile.saveAtOnce : stateFile.touch,
    onFailure(failures, reason) {
      lastReason = reason
      if (failures >= FAILURES_BEFORE_REREAD) void reread()
    },
  })
  fleet.sync(home.units)
  // Saved at once, because a restart count that was reported must not be lost.
  await stateFile.save()

  const controlServer = args.controlPort === null ? null : await startControlServer(fleet, args.controlPort)
  if (controlServer !== null) log(`control http://127.0.0.1:${controlServer.port}`)
  const lines = args.hasControlStdin ? createInterface({ input: process.stdin }) : null
  lines?.on('line', (line) => log(JSON.stringify(control(fleet, line))))

  log(
    `${fleet.size()} devices, mqtt://${isIPv6(home.mqtt.host) ? `[${home.mqtt.host}]` : home.mqtt.host}:${home.mqtt.port}`,
  )
  const hasStation = source.kind === 'home'
  const intent = hasStation
    ? await followWeatherChoice(args.weatherPath, {
        initial: args.weather,
        changed(weather) {
          log(`the weather station reports: ${weather}`)
          station.report()
        },
      })
    : null
  const station = createStation({
    endpoint: () => (home.stationKey === null ? null : { ...home.mqtt, key: home.stationKey }),
    weather: () => intent?.weather() ?? args.weather,
  })
  // The station reports before the devices connect, because the server moves shades to safety while the station is silent.
  if (hasStation) await station.start()
  fleet.start()
  let notified = 0
  const ticker = setInterval(() => {
    const online = fleet.online()
    if (online === notified) return
    const why = online < notified && lastReason !== '' ? ` (${lastReason})` : ''
    notified = online
    log(`${online} of ${fleet.size()} devices online${why}`)
  }, STATUS_EVERY_MS)

  return {
    async stop() {
      isStopping = true
      clearInterval(ticker)
      intent?.stop()
      station.stop()
      lines?.close()
      controlServer?.stop()
      fleet.freeze()
      await stateFile.save()
      await fleet.stop()
    },
  }
}
