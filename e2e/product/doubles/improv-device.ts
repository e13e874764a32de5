import type { Page } from '@playwright/test'

interface ImprovOptions {
  password: string
  /** Whether its button must be pressed first. */
  needsButton?: boolean
  /** Whether it supports set-up codes. */
  knowsCodes?: boolean
}

/** What a test can do with the device in the page. */
export interface ImprovHand {
  press(): void
  leave(): void
  /** The texts of each received command, with the number of the command. */
  received: [command: number, texts: string[]][]
}

/** Adds Web Bluetooth with one Improv device to the browser of a page. */
export async function bringImprovDevice(page: Page, options: ImprovOptions): Promise<void> {
  await page.addInitScript(install, options)
}

export const improvOf = (page: Page) => page.evaluateHandle((): ImprovHand => Object(window).improv)

/** Runs in the page, so it can only use its argument. */
function install({ password, needsButton = false, knowsCodes = true }: ImprovOptions): void {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  class Value extends EventTarget {
    value = new DataView(new ArrayBuffer(0))
    readValue = async () => this.value
    startNotifications = async () => this
    writeValueWithResponse = async (_bytes: Uint8Array) => {}
    say(...bytes: number[]) {
      this.value = new DataView(new Uint8Array(bytes).buffer)
      this.dispatchEvent(new Event('characteristicvaluechanged'))
    }
  }
  const [state, error, command, result, able] = [
    new Value(),
    new Value(),
    new Value(),
    new Value(),
    new Value(),
  ]
  state.say(needsButton ? 1 : 2)
  error.say(0)
  able.say(0x04)
  const answer = (to: number, ...texts: string[]) => {
    const data = texts.flatMap((text) => [encoder.encode(text).length, ...encoder.encode(text)])
    const frame = [to, data.length, ...data]
    result.say(...frame, frame.reduce((sum, byte) => sum + byte, 0) % 256)
  }
  const received: ImprovHand['received'] = []
  const obey = (number: number, texts: string[]) => {
    error.say(0)
    if (number === 0x04) {
      for (const network of [
        ['Attic', '-80', 'YES'],
        ['Home', '-50', 'YES'],
      ])
        answer(number, ...network)
      return answer(number)
    }
    if (number === 0xf0 && knowsCodes) return answer(number)
    if (number !== 0x01) return error.say(2)
    state.say(3)
    setTimeout(() => {
      if (texts[1] !== password) {
        error.say(3)
        state.say(2)
        return
      }
      state.say(4)
      answer(number, 'http://192.168.1.40')
    }, 50)
  }
  command.writeValueWithResponse = async (bytes) => {
    const [number = 0, length = 0] = bytes
    const sum = bytes.slice(0, -1).reduce((total, byte) => (total + byte) % 256, 0)
    if (bytes.length !== length + 3 || bytes.at(-1) !== sum) return error.say(1)
    const texts: string[] = []
    for (let at = 2; at < length + 2; ) {
      const end = at + 1 + (bytes[at] ?? 0)
      texts.push(decoder.decode(bytes.slice(at + 1, end)))
      at = end
    }
    received.push([number, texts])
    setTimeout(() => obey(number, texts), 10)
  }
  const values = [state, error, command, result, able]
  const service = {
    getCharacteristic: async (uuid: string) => values[Number(uuid.slice(-2)) - 1],
  }
  const device = Object.assign(new EventTarget(), {
    gatt: {
      connect: async () => ({
        getPrimaryService: async (uuid: string) => {
          if (uuid !== '00467768-6228-2272-4663-277478268000') throw new Error('There is no such service')
          return service
        },
      }),
      disconnect() {},
    },
  })
  const bluetooth = { getAvailability: async () => true, requestDevice: async () => device }
  Object.defineProperty(navigator, 'bluetooth', { value: bluetooth })
  const hand: ImprovHand = {
    press: () => state.say(2),
    leave: () => device.dispatchEvent(new Event('gattserverdisconnected')),
    received,
  }
  Object.assign(window, { improv: hand })
}
