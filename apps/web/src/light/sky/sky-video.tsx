import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onStillnessChange } from '../paint/stillness.ts'
import { isMovingWelcomeHere, playInSight } from './moving-picture.ts'
import { readSkyBlend, steady } from './sky-blend.ts'
import { SKY_LOOPS, type SkyLoop } from './sky-loops.ts'
import styles from './sky-video.module.css'
import type { TimeOfDay } from './time-of-day.ts'

function onSkyChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-time', 'data-sky'] })
  return () => observer.disconnect()
}

const skyOfPage = (): string => {
  const { sky = '', time = '' } = document.documentElement.dataset
  return `${sky}|${time}`
}

/** The sky in the attributes of the page, updated when they change. */
function useSkyOfPage() {
  const [sky, time] = useSyncExternalStore(onSkyChange, skyOfPage).split('|')
  return readSkyBlend(sky, time)
}

/** One video: its first frame as a still picture, and the video over it once it plays. */
function Loop({ loop, isMoving, share }: { loop: SkyLoop; isMoving: boolean; share: number }) {
  return (
    <div className={styles.loop} style={{ opacity: share }} data-loop={loop.name}>
      <img className={styles.picture} src={loop.still} alt="" width={960} height={720} decoding="async" />
      {isMoving && <Moving loop={loop} />}
    </div>
  )
}

function Moving({ loop }: { loop: SkyLoop }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasStarted, setStarted] = useState(false)
  useEffect(() => (video.current ? playInSight(video.current) : undefined), [])
  return (
    <video
      ref={video}
      className={styles.picture}
      data-started={hasStarted}
      onPlaying={() => setStarted(true)}
      width={960}
      height={720}
      preload="none"
      tabIndex={-1}
      muted
      playsInline
      loop
      disablePictureInPicture
      disableRemotePlayback
    >
      <source src={loop.webm} type='video/webm; codecs="vp9"' />
      <source src={loop.mp4} type="video/mp4" />
    </video>
  )
}

/**
 * The moving sky, filling its positioned parent: the view through a window, at night the lit room behind it; `outlook` "open" for
 * devices outdoors. It follows the light of the page, or stays at `time`. `view` selects one of a few crops. `still` shows only
 * the picture, as with reduced motion or a slow connection.
 */
export function SkyVideo(props: {
  view: number
  time?: TimeOfDay
  outlook?: 'window' | 'open'
  still?: boolean
}) {
  const ofPage = useSkyOfPage()
  const isWelcome = useSyncExternalStore(onStillnessChange, isMovingWelcomeHere)
  const { from, to, share } = props.time ? steady(props.time) : ofPage
  const loops = SKY_LOOPS[props.outlook ?? 'window']
  const isMoving = isWelcome && props.still !== true
  const cut = Math.abs(Math.floor(props.view)) % 4
  return (
    <div className={styles.sky} data-time={to} data-cut={cut} aria-hidden="true">
      <Loop key={from} loop={loops[from]} isMoving={isMoving} share={1} />
      {to !== from && <Loop key={to} loop={loops[to]} isMoving={isMoving} share={share} />}
      <i className={styles.veil} />
    </div>
  )
}
