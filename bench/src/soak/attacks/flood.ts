import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { deviceStateMessageSchema } from '@senca/contract'
import { generate, type Packet } from 'mqtt-packet'
import { type Finding, faultIf, finding } from '../finding.ts'
import { residentMb } from '../server-memory.ts'
import { type ProductHome, sleep, until } from '../soak-home.ts'
import { movesMeanwhile, movesSlowing } from '../work/moves-meanwhile.ts'
import { claimNew, type NewDevice } from './new-device.ts'

const GROWTH_MAX_MB = 80
const BAD_FIELDS = Object.keys(deviceStateMessageSchema.shape).filter((field) => !field.startsWith('total'))
/** More than the broker reads from a connection, so that some reports are still queued when it ends. */
const STATES_A_SECOND = 400
const SETTLED_WITHIN_MS = 60_000

const faultyState = (junkKeys: number) =>
  JSON.stringify({
    ...Object.fromEntries(Array.from({ length: junkKeys }, (_, n) => [`junk${n}`, n])),
    ...Object.fromEntries(BAD_FIELDS.map((field) => [field, 'bad'])),
    totalRestarts: 1,
    totalStateUpdates: 1,
  })

const publish = (id: string, topic: string, payload: string): Buffer => {
  const packet: Packet = {
    cmd: 'publish',
    topic: `senca/${id}/${topic}`,
    payload,
    qos: 0,
    retain: false,
    dup: false,
  }
  return generate(packet)
}

/** Signs a device in over a plain socket, which sends as fast as the broker reads. */
async function signIn(home: ProductHome, { id, secret }: NewDevice): Promise<Socket> {
  const { host, port } = home.product.mqtt
  const socket = connect(port, host)
  socket.on('error', () => socket.destroy())
  socket.write(
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: id,
      username: id,
      password: Buffer.from(secret),
      clean: true,
      keepalive: 5,
    }),
  )
  await once(socket, 'data')
  socket.resume()
  return socket
}

function writeWithoutPause(socket: Socket, bytes: Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', write)
  write()
}

/**
 * Devices send as much as they can: moves in another home must be as fast as before, nobody may be disconnected, and the last
 * state must arrive.
 */
export async function tryFlood(home: ProductHome, durationMs: number): Promise<Finding[]> {
  const devices = [
    await claimNew(home, 'flood large'),
    await claimNew(home, 'flood faulty'),
    await claimNew(home, 'flood pings'),
  ]
  const steady = await claimNew(home, 'flood steady')
  const atRest = await movesMeanwhile(home, durationMs)
  const memoryBefore = residentMb(home.product.serverPid())
  const sockets: Socket[] = []
  const loads = [
    publish(devices[0]?.id ?? '', 'state', faultyState(1_100)),
    publish(devices[1]?.id ?? '', 'state', faultyState(240)),
    Buffer.concat(Array.from({ length: 1_000 }, () => generate({ cmd: 'pingreq' }))),
  ]
  for (const [n, device] of devices.entries()) {
    const socket = await signIn(home, device)
    sockets.push(socket)
    writeWithoutPause(socket, loads[n] ?? Buffer.alloc(0))
  }
  const reporting = await signIn(home, steady)
  const status = { connected: true, type: 'awning', version: 2 }
  reporting.write(publish(steady.id, 'status', JSON.stringify(status)))
  let count = 0
  const report = (position: number) => {
    count += 1
    const state = { status: 'ready', position, totalRestarts: 1, totalStateUpdates: count }
    reporting.write(publish(steady.id, 'state', JSON.stringify(state)))
  }
  const timer = setInterval(() => {
    for (let n = 0; n < STATES_A_SECOND / 20; n += 1) report((count % 1_000) / 1_000)
  }, 50)
  const attacked = await movesMeanwhile(home, durationMs)
  clearInterval(timer)
  report(0.4321)
  const growth = residentMb(home.product.serverPid()) - memoryBefore
  const cut = [...sockets, reporting].filter(({ destroyed }) => destroyed).length
  const begunMs = performance.now()
  const isRight = await until(
    async () => (await home.neighbour.devices())[steady.id]?.state.position === 0.4321,
    SETTLED_WITHIN_MS,
  )
  const lateMs = performance.now() - begunMs
  for (const socket of [...sockets, reporting]) socket.destroy()
  await sleep(500)
  const moves = movesSlowing(atRest, attacked)
  return [
    finding('three devices that send all they can: a move of another home, p50 / p95', moves.value, [
      ...moves.faults,
      ...faultIf(cut > 0, `${cut} of the connections were cut`),
    ]),
    finding(
      `… one that reports ${STATES_A_SECOND} times a second`,
      isRight ? `its last of ${count} states is shown ${(lateMs / 1_000).toFixed(1)} s later` : 'wrong',
      faultIf(!isRight, 'its last state is not shown'),
    ),
    finding(
      '… memory of the server',
      `${growth > 0 ? '+' : ''}${growth.toFixed(0)} MB`,
      faultIf(growth > GROWTH_MAX_MB, 'memory grows'),
    ),
  ]
}
