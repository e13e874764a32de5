import { connect, createServer } from 'node:net'
import * as z from 'zod/mini'
import { isLoopbackName } from '#platform/http/loopback.ts'
import type { Config } from '#platform/process/config.ts'
import { checkBroker } from './check-broker.ts'
import { type Finding, fault, ok } from './finding.ts'

const TIMEOUT_MS = 5_000
/** An MQTT 3.1.1 CONNECT as client `doctor` without a password. A broker refuses it with four bytes. */
const MQTT_CONNECT = Buffer.from('101200044d5154540402000a0006646f63746f72', 'hex')
const MQTT_CONNACK = 0x20
/** Wildcard addresses, with the address to connect to instead. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const healthSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  waitingFor: z.optional(z.array(z.string())),
})

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })

/**
 * Checks that the ports of HTTP and MQTT are free or used by Senca; with an external broker, checks that instead of the MQTT
 * port.
 */
export async function checkPorts({
  host,
  port,
  mqtt,
  publicUrl,
  databaseUrl,
}: Pick<Config, 'host' | 'port' | 'mqtt' | 'publicUrl' | 'databaseUrl'>): Promise<Finding[]> {
  const { outside } = mqtt
  const broker = outside === undefined ? checkMqtt(mqtt.host, mqtt.port) : checkBroker(outside)
  const findings = [await checkHttp(host, port), await broker]
  if (databaseUrl !== undefined && outside === undefined)
    findings.push(
      ok(
        'Broker',
        'It runs in the server, which is right for one server; several on one database need MQTT_URL',
      ),
    )
  const isForOthers = !isLoopbackName(new URL(publicUrl).hostname)
  if (isForOthers && isLoopbackName(mqtt.host))
    findings.push(
      fault(
        'Broker',
        `Devices can reach it from this machine only, at ${mqtt.host}`,
        outside === undefined
          ? 'Set MQTT_HOST to the address of this machine in the network of the devices'
          : 'Set MQTT_HOST to the address of the broker in the network of the devices',
      ),
    )
  return findings
}

async function checkHttp(host: string, port: number): Promise<Finding> {
  const about = `Port ${port}`
  if (port === 0 || (await isFree(host, port))) return ok(about, 'It is free')
  const at = EVERYWHERE[host] ?? host
  const health = await fetch(`http://${at.includes(':') ? `[${at}]` : at}:${port}/healthz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  })
    .then(async (response) => healthSchema.safeParse(await response.json()).data)
    .catch(() => undefined)
  if (health === undefined)
    return fault(about, 'Another program uses it', 'Stop that program, or set PORT to another port')
  if (health.status === 'ok') return ok(about, 'Senca runs and is well')
  return fault(about, `Senca runs, but waits for: ${health.waitingFor?.join(', ')}`, 'See its log')
}

async function checkMqtt(host: string, port: number): Promise<Finding> {
  const about = `Port ${port} for MQTT`
  if (port === 0 || (await isFree(host, port))) return ok(about, 'It is free')
  return (await speaksMqtt(EVERYWHERE[host] ?? host, port))
    ? ok(about, 'A broker answers')
    : fault(
        about,
        'A program uses it that speaks no MQTT',
        'Stop that program, or set MQTT_PORT to another port',
      )
}

/** Whether something answers an MQTT login, even with a refusal. */
const speaksMqtt = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (isMqtt: boolean) => {
      socket.destroy()
      resolve(isMqtt)
    }
    socket.setTimeout(TIMEOUT_MS, () => end(false))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
    socket.once('data', (data) => end(data[0] === MQTT_CONNACK))
    socket.write(MQTT_CONNECT)
  })
