import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { bringSession, launchBrowser } from '#product/launch.ts'
import { encodeGif, type Frame } from './gif.ts'

/**
 * Makes the pictures of the docs again, from the built product with its demo home: `npm run pictures`, or only some of them by
 * `npm run pictures -- home open`.
 */
const ROOT = resolve(import.meta.dirname, '../..')
const IMAGES = join(ROOT, 'docs', 'images')
const DEMO = { email: 'demo@senca.local', password: 'demo-home-2026' }
/** A summer morning in Ljubljana, whatever the time is where the pictures are made. */
const MORNING = '2026-06-20T07:40:00Z'
/** The same evening, after sunset. */
const NIGHT = '2026-06-20T20:30:00Z'
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 720 }

interface Home {
  url: string
  context: BrowserContext
  page: Page
  /** The ids of the devices, by their names. */
  idByName: ReadonlyMap<string, string>
  call(path: string, body?: object): Promise<unknown>
}

/** Starts the product with an empty data folder. */
async function startProduct(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: 'on',
    WEATHER_PROVIDER: 'none',
  }
  const product = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => product.once('exit', () => done()))
  const stop = async () => {
    product.kill('SIGTERM')
    await ended
  }
  let printed = ''
  for await (const bytes of product.stdout) {
    printed += String(bytes)
    const url = /^Senca is ready: (\S+)$/m.exec(printed)?.[1]
    if (url === undefined) continue
    product.stdout.resume()
    return { url, stop }
  }
  throw new Error(`The product did not start: ${printed}`)
}

/** Moves every time that the server sends to a moment, and back what the page sends. */
async function moveTo(moment: string, page: Page): Promise<void> {
  const ahead = Date.parse(moment) - Date.now()
  const moved = (text: string, by: number) =>
    text.replaceAll(ISO_TIME, (time) => new Date(Date.parse(time) + by).toISOString())
  await page.clock.install({ time: moment })
  await page.route('**/auth/**', async (route) => {
    const sent = route.request().postData()
    const response = await route.fetch(sent === null ? {} : { postData: moved(sent, -ahead) })
    const headers = { ...response.headers(), date: new Date(Date.now() + ahead).toUTCString() }
    await route.fulfill({ response, headers, body: moved(await response.text(), ahead) })
  })
  await page.routeWebSocket(/\/websocket$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => socket.send(moved(String(message), ahead)))
  })
}

async function callsOf(request: APIRequestContext, url: string) {
  const { token } = await (await request.post(`${url}/auth/login`)).json()
  return async (path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request.fetch(`${url}/auth/api/v1/${path}`, {
      headers,
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { data: body }),
    })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
}

/** Waits until everything is painted. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], [data-painted="false"]') === null,
  )
  await page.waitForTimeout(1_000)
}

async function keep(home: Home, name: string, size: { width: number; height: number }): Promise<void> {
  await home.page.setViewportSize(size)
  await settle(home.page)
  await home.page.screenshot({ path: join(IMAGES, `${name}.png`) })
}

const go = async ({ page, url }: Home, path: string) => {
  await page.goto(`${url}${path}`)
  await settle(page)
}

const move = ({ call, idByName }: Home, wanted: Record<string, number>, isAwaited = true) =>
  call('device/move', {
    commands: Object.entries(wanted).map(([name, position]) => ({
      token: idByName.get(name),
      command: 'move',
      position,
    })),
    wait: isAwaited,
  })

/** The simulated hardware connects a moment after the server is ready. */
async function everythingIsConnected({ call, idByName }: Home): Promise<void> {
  const query = [...idByName.values()].map((id) => `devicetoken=${id}`).join('&')
  for (;;) {
    const answer = JSON.stringify(await call(`device/info?${query}`))
    if (
      !/"connected":false|"position":null,"inclination":null,"assumed":false,"status":"offline"/.test(answer)
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Their texts have the time of the machine, so none of them may be in a picture. */
async function seeAll({ call }: Home): Promise<void> {
  const entries = await call('notification/list')
  const ids = Array.isArray(entries) ? entries.map(({ id }: { id: string }) => id) : []
  if (ids.length > 0) await call('notification/seen', { ids })
}

const idOf = ({ idByName }: Home, name: string): string => {
  const id = idByName.get(name)
  if (id === undefined) throw new Error(`The demo home has no ${name}`)
  return id
}

/** The picture as it is now, half as large, as pixels. */
async function frameOf(page: Page, width: number, height: number): Promise<Uint8ClampedArray> {
  const source = (await page.screenshot()).toString('base64')
  const pixels = await page.evaluate(
    async ({ source, width, height }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('There is no canvas.')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, width, height)
      const { data } = context.getImageData(0, 0, width, height)
      let text = ''
      for (let at = 0; at < data.length; at += 32_768)
        text += String.fromCharCode(...data.subarray(at, at + 32_768))
      return btoa(text)
    },
    { source, width, height },
  )
  return new Uint8ClampedArray(Buffer.from(pixels, 'base64'))
}

/** Each picture by its name. */
const PICTURES: Record<string, (home: Home) => Promise<void>> = {
  async home(home) {
    await go(home, '/home')
    await keep(home, 'home', WIDE)
  },
  async device(home) {
    await go(home, `/device?deviceId=${idOf(home, 'Kitchen')}`)
    await keep(home, 'device', WIDE)
  },
  async door(home) {
    const token = idOf(home, 'Front door')
    await go(home, `/doordeviceinfopage?deviceId=${token}`)
    for (const lockType of ['motor', 'magnet'])
      await home.call('device/move', {
        commands: [{ token, command: 'unlock', lockType, unlockDuration: 30 }],
      })
    await home.page.waitForTimeout(3_000)
    await seeAll(home)
    await keep(home, 'door', WIDE)
  },
  async moments(home) {
    await go(home, '/moments')
    await keep(home, 'moments', PHONE)
  },
  async automations(home) {
    await go(home, '/scenarios')
    await keep(home, 'automations', PHONE)
  },
  async devices(home) {
    await go(home, '/claim')
    await keep(home, 'devices', PHONE)
  },
  async account(home) {
    await go(home, '/security')
    await keep(home, 'account', PHONE)
  },
  async people(home) {
    await go(home, '/people/new')
    await keep(home, 'people', PHONE)
  },
  async weather(home) {
    await go(home, '/weather')
    await keep(home, 'weather', PHONE)
  },
  async sun(home) {
    await go(home, `/devicesunpage?deviceId=${idOf(home, 'South window')}`)
    await keep(home, 'sun', PHONE)
  },
  async phone(home) {
    await seeAll(home)
    await go(home, '/home')
    await keep(home, 'phone', PHONE)
  },
  async notifications(home) {
    await go(home, '/notifications/choices')
    await keep(home, 'notifications', PHONE)
  },
  async apps(home) {
    await go(home, '/apps')
    await keep(home, 'apps', PHONE)
  },
  async bridge(home) {
    await go(home, '/apps/new/matter')
    await keep(home, 'bridge', PHONE)
  },
  async guest(home) {
    const now = Date.now()
    const link = await home.call('device-link/create', {
      name: 'Ana, this week',
      devices: ['Front door', 'Living room', 'Hallway light'].map((name) => idOf(home, name)),
      multiUse: true,
      startsAt: new Date(now - 60_000).toISOString(),
      expiresAt: new Date(now + 7 * 86_400_000).toISOString(),
    })
    const token = link !== null && typeof link === 'object' && 'token' in link ? String(link.token) : ''
    await go(home, `/device-link?token=${token}`)
    await keep(home, 'guest', PHONE)
    await home.call('device-link/delete', { token })
  },
  /** The front of the house, on a page of its own, because it is night there. */
  async facade({ context, ...home }) {
    const page = await context.newPage()
    await moveTo(NIGHT, page)
    await go({ ...home, context, page }, '/facade')
    await keep({ ...home, context, page }, 'facade', WIDE)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  },
  /** A shade that opens, at twice its speed. */
  async open(home) {
    await move(home, { 'Living room': 100 })
    await home.page.setViewportSize(PHONE)
    await go(home, `/device?deviceId=${idOf(home, 'Living room')}`)
    const { width, height } = { width: 300, height: Math.round((300 * PHONE.height) / PHONE.width) }
    const frames: Frame[] = [{ pixels: await frameOf(home.page, width, height), delay: 100 }]
    const ended = move(home, { 'Living room': 0 }).then(() => true)
    for (let isAtRest = false; !isAtRest; ) {
      isAtRest = await Promise.race([ended, home.page.waitForTimeout(400).then(() => false)])
      frames.push({ pixels: await frameOf(home.page, width, height), delay: 20 })
    }
    await settle(home.page)
    frames.push({ pixels: await frameOf(home.page, width, height), delay: 200 })
    await writeFile(join(IMAGES, 'open.gif'), encodeGif(width, height, frames))
  },
}

const wanted = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'senca-pictures-'))
const product = await startProduct(dataDir)
const browser = await launchBrowser()
try {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Ljubljana' })
  await bringSession(context, product.url, DEMO)
  const call = await callsOf(context.request, product.url)
  const list = Object.entries((await call('device/list')) ?? {})
  const idByName = new Map(list.map(([id, name]) => [String(name), id]))
  const page = await context.newPage()
  await moveTo(MORNING, page)
  const home: Home = { url: product.url, context, page, idByName, call }
  await everythingIsConnected(home)
  const leaving = [{ act: 'close_shades' }, { act: 'lights_off' }, { act: 'check_doors' }]
  await call('moment/create', { name: 'Good night', steps: leaving })
  await move(home, { Bedroom: 47, Kitchen: 60, 'South window': 50, 'Living room': 0, 'Terrace awning': 20 })
  for (const [name, make] of Object.entries(PICTURES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await make(home)
    process.stdout.write(`docs/images: ${name}\n`)
  }
  // Calls of the page may still be in flight.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
} finally {
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
