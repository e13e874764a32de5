import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Aedes } from 'aedes'
import { afterEach, expect, it, vi } from 'vitest'
import { createStation, measuredIn, type Station, type Weather } from './station.ts'
import { followWeatherChoice } from './weather-choice.ts'

const undos: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo()
})

async function startBroker() {
  const aedes = await Aedes.createBroker()
  const received: { key: string; topic: string; values: Record<string, number> }[] = []
  const keys = new Map<string, string>()
  aedes.authenticate = (client, _name, password, done) => {
    keys.set(client.id, password?.toString() ?? '')
    done(null, true)
  }
  aedes.on('publish', ({ topic, payload }, client) => {
    if (client !== null)
      received.push({ key: keys.get(client.id) ?? '', topic, values: JSON.parse(payload.toString()) })
  })
  const server = createServer(aedes.handle)
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    }),
  )
  undos.push(() => {
    server.close()
    aedes.close()
  })
  return { port, received }
}

it('a station reports calm weather before it says that it has started, and a storm when it is asked to', async () => {
  const { port, received } = await startBroker()
  let weather: Weather = 'calm'
  const station: Station = createStation({
    endpoint: () => ({ host: '127.0.0.1', port, key: 'key-of-the-home' }),
    weather: () => weather,
  })
  undos.push(station.stop)
  await station.start()
  expect(received).toMatchObject([{ key: 'key-of-the-home', topic: 'senca/weather' }])
  expect(received[0]?.values.wind_gust).toBeLessThan(5)
  weather = 'storm'
  station.report()
  await vi.waitFor(() => expect(received.length).toBe(2))
  expect(received[1]?.values.wind_gust).toBeGreaterThan(13.4)
})

it('a home without a station starts at once', async () => {
  const station = createStation({ endpoint: () => null, weather: () => 'calm' })
  undos.push(station.stop)
  await station.start()
})

it('a storm is too much for every class of awning and calm weather for none, at any time of the year', () => {
  for (let month = 0; month < 12; month += 1)
    for (const random of [0, 0.5, 0.999]) {
      const at = new Date(Date.UTC(2026, month, 15))
      expect(measuredIn('storm', at, () => random).wind_gust).toBeGreaterThan(48 / 3.6)
      expect(measuredIn('calm', at, () => random).wind_gust).toBeLessThan(20 / 3.6)
      expect(Math.abs(measuredIn('calm', at, () => random).temperature ?? 99)).toBeLessThan(25)
    }
})

it('values that a person writes into the file count; those of an earlier run and invalid ones do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'senca-weather-'))
  undos.push(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'demo-weather')
  await writeFile(path, 'storm')
  const notified: Weather[] = []
  const intent = await followWeatherChoice(path, {
    initial: 'calm',
    changed: (weather) => notified.push(weather),
  })
  undos.push(intent.stop)
  expect(intent.weather()).toBe('calm')
  await writeFile(path, 'hurricane')
  await writeFile(path, 'storm\n')
  await vi.waitFor(() => expect(notified).toEqual(['storm']), 5_000)
  expect(intent.weather()).toBe('storm')
})
