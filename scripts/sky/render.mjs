import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MOODS } from './moods.mjs'

const FOLDER = fileURLToPath(new URL('../../apps/web/src/light/sky/sky-loops', import.meta.url))
const SIZE = { width: 960, height: 720 }
const FRAMES_A_SECOND = 20
const SECONDS = 16
/** The difference between the last and the first frame may be this many times the largest difference within the loop. */
const SEAM_TOLERANCE = 1.25

const COLOUR = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
]
const TO_VIDEO = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', ...COLOUR, '-an']
/** The whole loop has only one key frame: nobody seeks in it, and a key frame in the middle would be visible as a flicker. */
const ONE_GROUP = ['-g', String(FRAMES_A_SECOND * SECONDS + 1)]

/** Encoders by file extension; the best quality below `maxBytes` is used. */
const ENCODERS = {
  webm: {
    maxBytes: 84_000,
    qualities: [26, 29, 32, 35, 38, 42, 46],
    options: (quality) => [
      ...TO_VIDEO,
      ...ONE_GROUP,
      ...['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', String(quality), '-deadline', 'good', '-cpu-used', '2'],
      ...['-auto-alt-ref', '6', '-lag-in-frames', '25', '-row-mt', '1', '-threads', '2'],
    ],
  },
  mp4: {
    maxBytes: 116_000,
    qualities: [25, 27, 29, 31, 33],
    options: (quality) => [
      ...TO_VIDEO,
      ...ONE_GROUP,
      ...['-c:v', 'libx264', '-preset', 'slower', '-tune', 'animation', '-crf', String(quality)],
      ...['-profile:v', 'high', '-x264-params', 'aq-mode=3', '-movflags', '+faststart'],
    ],
  },
  webp: {
    maxBytes: 12_000,
    qualities: [86, 80, 74, 68, 60, 50, 40, 30],
    options: (quality) => [
      '-frames:v',
      '1',
      '-c:v',
      'libwebp',
      '-quality',
      String(quality),
      '-compression_level',
      '6',
    ],
  },
}

function ffmpeg(options) {
  const { status, stderr, error } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...options], {
    encoding: 'utf8',
  })
  if (error) throw new Error('ffmpeg is needed to render the sky', { cause: error })
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}: ${stderr}`)
}

const newFrame = () => ({ ...SIZE, pixels: new Uint8ClampedArray(SIZE.width * SIZE.height * 3) })

/** The mean difference between two frames, 0..255. */
function difference(one, other) {
  let sum = 0
  for (let at = 0; at < one.pixels.length; at++) sum += Math.abs(one.pixels[at] - other.pixels[at])
  return sum / one.pixels.length
}

/** Renders a loop to a lossless file. Throws if the loop does not close. */
async function paintLoop(mood, file) {
  const size = `${SIZE.width}x${SIZE.height}`
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(FRAMES_A_SECOND), '-i', '-']
  const encoder = spawn('ffmpeg', ['-v', 'error', '-y', ...input, '-c:v', 'ffv1', file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(encoder, 'close')
  const count = FRAMES_A_SECOND * SECONDS
  const first = newFrame()
  let last = first
  let largestStep = 0
  for (let index = 0; index < count; index++) {
    const frame = index === 0 ? first : newFrame()
    mood.paint(frame, mood, index / count)
    if (index > 0) largestStep = Math.max(largestStep, difference(last, frame))
    last = frame
    if (!encoder.stdin.write(Buffer.from(frame.pixels.buffer))) await once(encoder.stdin, 'drain')
  }
  encoder.stdin.end()
  const [status] = await ended
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}`)
  const seam = difference(last, first)
  if (seam > largestStep * SEAM_TOLERANCE) {
    throw new Error(`The loop jumps: ${seam.toFixed(3)} at the seam, ${largestStep.toFixed(3)} within`)
  }
  return { seam, largestStep }
}

function encode(source, name, ending) {
  const { maxBytes, qualities, options } = ENCODERS[ending]
  const file = join(FOLDER, `${name}.${ending}`)
  for (const quality of qualities) {
    ffmpeg(['-i', source, ...options(quality), file])
    const { size } = statSync(file)
    if (size <= maxBytes) return `${ending} ${(size / 1000).toFixed(1)} KB at ${quality}`
  }
  throw new Error(`${name}.${ending} does not fit into ${maxBytes} bytes`)
}

const wanted = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'senca-sky-'))
mkdirSync(FOLDER, { recursive: true })
try {
  for (const [name, mood] of Object.entries(MOODS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const source = join(folder, `${name}.mkv`)
    const { seam, largestStep } = await paintLoop(mood, source)
    const sizes = Object.keys(ENCODERS).map((ending) => encode(source, name, ending))
    console.log(
      `${name}: ${sizes.join(', ')}; seam ${seam.toFixed(3)}, largest step ${largestStep.toFixed(3)}`,
    )
    rmSync(source)
  }
} finally {
  rmSync(folder, { recursive: true })
}
