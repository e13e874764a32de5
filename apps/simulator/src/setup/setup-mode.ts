import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { provisionedDevicesSchema } from '@senca/contract'
import { setupNetworkOf } from '@senca/contract/setup'
import type { SetupArguments } from '../arguments.ts'
import { createSystemClock } from '../clock.ts'
import { startControlServer } from '../control-server.ts'
import { FACTORY_FIRMWARE } from '../device/upgradable.ts'
import { createFleet, type Fleet } from '../fleet.ts'
import { parseJson } from '../json.ts'
import { HOME_PACE } from '../mqtt-link.ts'
import type { Simulator } from '../simulator.ts'
import { openStateFile } from '../state-file.ts'
import { trustedKeyOf } from '../upgrade/trusted-key.ts'
import { createDeviceInSetup, type DeviceInSetup } from './device-in-setup.ts'
import { startSetupServer } from './setup-server.ts'

const ONLINE_CHECK_MS = 100

interface Identity {
  id: string
  secret: string
}

/** Reads the id and secret of the device. Without a file, creates new ones that no server knows. */
async function readIdentity(path: string | null): Promise<Identity> {
  if (path === null) return { id: randomBytes(10).toString('hex'), secret: randomBytes(24).toString('hex') }
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${path} cannot be read`)
  })
  const [made] = provisionedDevicesSchema.safeParse(parseJson(text)).data ?? []
  if (made === undefined) throw new Error(`${path} is not a list of provisioned devices`)
  return made
}

/** Starts one device as it is when new or after a reset: without Wi-Fi credentials and with its own set-up network. */
export async function startDeviceInSetup(
  args: SetupArguments,
  log: (line: string) => void,
): Promise<Simulator> {
  const { id, secret } = await readIdentity(args.devicePath)
  const clock = createSystemClock(args.clockAheadMs)
  const stateFile =
    args.statePath === null
      ? null
      : await openStateFile({ path: args.statePath, memories: () => fleet.memories(), log })
  const fleet: Fleet = createFleet({
    mqtt: () => setup.address() ?? { host: '127.0.0.1', port: 1_883 },
    pace: HOME_PACE,
    speed: args.speed,
    clock,
    trustedKey: trustedKeyOf(args.firmwareKeyPath, args.devicePath),
    memoryOf: (each) => stateFile?.memoryOf(each) ?? null,
    onChange: () => stateFile?.touch(),
    keep: () => stateFile?.saveAtOnce(),
    onFailure: (failures, reason) => setup.failedToConnect(failures, reason),
  })
  fleet.sync([{ id, secret, type: args.type, version: args.version }])
  const device = fleet.device(id)
  device?.fault({ kind: 'lost_link' })
  if (args.isReset) device?.factoryReset()
  const network = setupNetworkOf(id)
  const setup: DeviceInSetup = createDeviceInSetup({
    fleet,
    clock,
    id,
    network,
    version: args.version,
    firmware: FACTORY_FIRMWARE[args.version],
    openNetwork: (isOpen) => server.setOpen(isOpen),
    log,
  })
  const server = await startSetupServer(setup, args.port)
  const controlServer = args.controlPort === null ? null : await startControlServer(fleet, args.controlPort)
  if (controlServer !== null) log(`control http://127.0.0.1:${controlServer.port}`)
  fleet.start()
  let wasOnline = false
  const inspect = setInterval(() => {
    const isOnline = fleet.isOnline(id)
    if (isOnline && !wasOnline) setup.connected()
    wasOnline = isOnline
  }, ONLINE_CHECK_MS)
  log(`network ${network}, page http://127.0.0.1:${server.port()}/`)

  return {
    async stop() {
      clearInterval(inspect)
      controlServer?.stop()
      server.stop()
      fleet.freeze()
      await stateFile?.save()
      await fleet.stop()
    },
  }
}
