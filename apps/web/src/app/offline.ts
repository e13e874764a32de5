import i18next from 'i18next'
import { queryClient } from '#core/api/query-client.ts'
import { pageConfig } from '#core/browser.ts'
import { browserClock, pageNow } from '#core/clock.ts'
import { isWriting, mayReload } from '#core/deployment.ts'
import { showMessage } from '#core/messages.ts'
import { mayTakeOver } from '#core/new-build.ts'
import { onReturn } from '#core/on-return.ts'
import {
  cleanBuilds,
  endWorker,
  keepLanguage,
  onTakenOver,
  persist,
  startWorker,
  takeOver,
  type Worker,
} from '#core/pocket.ts'
import { serverBuild } from '#core/realtime/browser-realtime.ts'
import { commands } from '#features/device-model/devices.ts'
import { isInstalled, offerInstall } from '#features/install/install.ts'
import { isWallView } from '#features/wall-view/wall-address.ts'
import { currentLanguage } from '#i18n/language.ts'
import { clockTime } from '#i18n/moments.ts'
import { keepHome } from './kept-home.ts'
import { followPresence, startPhone } from './phone.ts'

const CHECK_AGAIN_MS = 600_000
const CHECK_ALWAYS_MS = 12 * 3_600_000
const DECIDE_EVERY_MS = 10_000
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const

/** Starts the service worker, unless the operator wants none: then an earlier one is removed with all that it kept. */
export async function startOffline(): Promise<void> {
  offerInstall()
  followPresence()
  const { build, offline } = pageConfig
  if (offline === false) return endWorker()
  if (build === undefined) return
  const worker = await startWorker({ build: build.id, language: currentLanguage() })
  if (worker === null) return
  cleanBuilds(worker)
  if (isInstalled()) void persist()
  keepHome()
  void import('./kept-parts.ts').then(({ followKeptParts }) => followKeptParts())
  startPhone()
  i18next.on('languageChanged', () => void keepLanguage(currentLanguage()))
  followBuilds(worker, build.id)
  const { oldest } = serverBuild.getState()
  followOldest(build.at, oldest)
  serverBuild.subscribe((server) => followOldest(build.at, server.oldest))
}

/** A page that is too old for its server does not wait: its worker is removed, and it is loaded from the server. */
function followOldest(at: string, oldest: string | undefined): void {
  if (oldest === undefined || at >= oldest || !mayReload()) return
  void endWorker().then(() => location.reload())
}

/** Checks for newer builds, and changes to one when that goes unnoticed or the person wants it. */
function followBuilds(worker: Worker, own: string): void {
  const startedAt = browserClock.now() - performance.now()
  let touchedAt: number | null = null
  let hiddenAt: number | null = null
  let checkedAt = 0
  /** Another page let a newer build take over, so that this one is of an earlier build. */
  let isEarlier = false
  let isOffered = false
  let isChanging = false
  let stopDeciding = () => {}

  const check = (againAfterMs = 0) => {
    if (browserClock.now() - checkedAt < againAfterMs) return
    checkedAt = browserClock.now()
    void worker.update().catch(() => {})
  }

  const change = () => {
    isChanging = true
    if (isEarlier) location.reload()
    else takeOver(worker, () => location.reload())
  }

  const since = (moment: number | null) => (moment === null ? null : browserClock.now() - moment)
  const isUnnoticed = () =>
    mayTakeOver({
      sinceStart: browserClock.now() - startedAt,
      sinceTouch: since(touchedAt),
      hidden: since(hiddenAt),
      isBusy: isWriting() || isDialogOpen() || commands.isAnyInFlight() || queryClient.isMutating() > 0,
      isOnWall: isOnWall(),
      time: clockTime(pageNow()),
    })

  const decide = () => {
    stopDeciding()
    // The first worker of a browser waits for a moment too. It is of this build, and nothing changes.
    const isNewer = worker.waiting !== null && worker.active !== null
    if (isChanging || (!isNewer && !isEarlier)) return
    if (isUnnoticed() && mayReload()) return change()
    offer()
    stopDeciding = browserClock.after(DECIDE_EVERY_MS, decide)
  }

  /** Nothing covers a wall, where the page changes in the night. */
  const offer = () => {
    if (isOnWall()) isOffered = false
    if (isOffered || isOnWall() || document.visibilityState === 'hidden') return
    isOffered = true
    const action = { label: i18next.t('crash.action'), run: change }
    showMessage('success', i18next.t('page.newVersion'), { isOfApp: true, action })
  }

  for (const touch of TOUCHES)
    addEventListener(touch, () => (touchedAt = browserClock.now()), { capture: true, passive: true })
  document.addEventListener('visibilitychange', () => {
    hiddenAt = document.visibilityState === 'hidden' ? browserClock.now() : null
  })
  /** A build may already be on its way when the page begins to follow. */
  const followInstalling = () => {
    const { installing } = worker
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') decide()
    })
  }
  worker.addEventListener('updatefound', followInstalling)
  followInstalling()
  onTakenOver(() => {
    isEarlier = true
    decide()
  })
  const checkIfOther = (id: string | undefined) => {
    if (id !== undefined && id !== own && worker.waiting === null && worker.installing === null) check()
  }
  serverBuild.subscribe(({ build }) => checkIfOther(build?.id))
  onReturn(() => check(CHECK_AGAIN_MS))
  const checkRegularly = () =>
    browserClock.after(CHECK_ALWAYS_MS, () => {
      check()
      checkRegularly()
    })
  checkRegularly()
  check()
  decide()
}

const isOnWall = () => isWallView(new URLSearchParams(location.search))
const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
