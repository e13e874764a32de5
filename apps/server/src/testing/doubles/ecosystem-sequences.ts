/**
 * What apps of other makers send for one request of a person, as it was reported by their users; nobody here has recorded it with their
 * devices. Positions are hundredths of a per cent, 0 open; `afterMs` counts from the step before.
 */
export interface EcosystemSequence {
  name: string
  /** Where the shade is before, and where it has to be at the end; null if it is stopped on its way. */
  from: { position: number; inclination?: number }
  end: { position: number; inclination?: number } | null
  steps: readonly { afterMs: number; command: object }[]
  /** The most commands that the device may get. */
  commands: number
}

const lift = (value: number, afterMs = 0) => ({ afterMs, command: { do: 'lift', value } })
const tilt = (value: number, afterMs = 0) => ({ afterMs, command: { do: 'tilt', value } })
const plain = (action: 'open' | 'close' | 'stop', afterMs = 0) => ({ afterMs, command: { do: action } })

export const ECOSYSTEM_SEQUENCES: Readonly<
  Record<string, { vendorId: number; sequences: EcosystemSequence[] }>
> = {
  Alexa: {
    vendorId: 4_631,
    sequences: [
      {
        name: '“raise” in steps of 25 %',
        from: { position: 1 },
        end: { position: 0 },
        steps: [lift(7_500), lift(5_000, 300), lift(2_500, 300), lift(0, 300)],
        commands: 2,
      },
      {
        name: '“lower” in steps of 25 %, from a place between',
        from: { position: 0.25 },
        end: { position: 1 },
        steps: [lift(5_000), lift(7_500, 500), lift(10_000, 500)],
        commands: 2,
      },
      {
        name: '“stop” between the steps',
        from: { position: 1 },
        end: null,
        steps: [lift(7_500), lift(5_000, 100), plain('stop', 50)],
        commands: 2,
      },
    ],
  },
  Apple: {
    vendorId: 4_937,
    sequences: [
      {
        name: 'a tap on the tile',
        from: { position: 1 },
        end: { position: 0 },
        steps: [lift(0)],
        commands: 1,
      },
      {
        name: 'a slider that is dragged, whose values follow each other',
        from: { position: 0 },
        end: { position: 0.62 },
        // On a busy machine they come too far apart to replace each other.
        steps: [lift(2_000), lift(4_100, 100), lift(5_500, 100), lift(6_200, 100)],
        commands: 4,
      },
      {
        name: 'Siri: a scene with both axes at once',
        from: { position: 0, inclination: 0 },
        end: { position: 1, inclination: 0.5 },
        steps: [lift(10_000), tilt(5_000, 20)],
        commands: 2,
      },
    ],
  },
  Google: {
    vendorId: 24_582,
    sequences: [
      {
        name: '“open”, and “stop” on the way',
        from: { position: 1 },
        end: null,
        steps: [plain('open'), plain('stop', 100)],
        commands: 2,
      },
      {
        name: '“close”, and the same again because it takes long',
        from: { position: 0 },
        end: { position: 1 },
        steps: [plain('close'), plain('close', 1_000)],
        commands: 2,
      },
      {
        name: '“set to 30 %”, which is said as open',
        from: { position: 0 },
        end: { position: 0.7 },
        steps: [lift(7_000)],
        commands: 1,
      },
    ],
  },
  SmartThings: {
    vendorId: 4_321,
    sequences: [
      {
        name: 'open, then closed before it has arrived',
        from: { position: 0.5 },
        end: { position: 1 },
        steps: [plain('open'), plain('close', 400)],
        commands: 2,
      },
      {
        name: 'pause on a shade that stands',
        from: { position: 0.5 },
        end: { position: 0.5 },
        steps: [plain('stop')],
        commands: 1,
      },
    ],
  },
}
