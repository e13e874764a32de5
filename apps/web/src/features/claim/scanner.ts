/** The part of the Barcode Detection API that is used here; https://wicg.github.io/shape-detection-api/ */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => BarcodeDetector
  }
}

export type CameraFault = 'denied' | 'noCamera' | 'cameraFailed'

const CHECK_AGAIN_MS = 200
/** The format of a claim code. Other content, for example a URL, is ignored. */
const CLAIM_CODE = /^[\w-]{1,64}$/

/** Whether this browser can read codes and use the camera. */
export const canScan = (): boolean =>
  window.BarcodeDetector !== undefined && navigator.mediaDevices?.getUserMedia !== undefined

function faultOf(failure: unknown): CameraFault {
  if (!(failure instanceof DOMException)) return 'cameraFailed'
  if (failure.name === 'NotAllowedError' || failure.name === 'SecurityError') return 'denied'
  return failure.name === 'NotFoundError' ? 'noCamera' : 'cameraFailed'
}

/**
 * Shows the camera in `video` and scans until one claim code is found. The returned function stops the scan and switches the
 * camera off.
 */
export function startScan(
  video: HTMLVideoElement,
  found: { onCode: (code: string) => void; onFault: (fault: CameraFault) => void },
): () => void {
  let stream: MediaStream | null = null
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }

  const scan = async (detector: BarcodeDetector): Promise<void> => {
    // If one picture cannot be read, the next one is tried.
    const codes = await detector.detect(video).catch(() => [])
    if (isOver) return
    const code = codes.map(({ rawValue }) => rawValue.trim()).find((text) => CLAIM_CODE.test(text))
    if (code === undefined) {
      timer = setTimeout(() => void scan(detector), CHECK_AGAIN_MS)
      return
    }
    stop()
    found.onCode(code)
  }

  const start = async (): Promise<void> => {
    const Detector = window.BarcodeDetector
    if (Detector === undefined) throw new Error('This browser reads no codes')
    const detector = new Detector({ formats: ['qr_code'] })
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    if (isOver) return stop()
    video.srcObject = stream
    await video.play()
    await scan(detector)
  }

  void start().catch((failure: unknown) => {
    if (isOver) return
    stop()
    found.onFault(faultOf(failure))
  })
  return stop
}
