import type { DeviceInfo } from '@senca/contract'
import type { MomentRun, MomentStep, Scenario } from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import { codeText } from '#i18n/error-text.ts'
import { claimsOf, type Finding, findingsOf } from './findings.ts'

/** What a finding says of its device: "Front door: not locked. Offline." */
export function findingText({ device, why, because }: Finding, t: TFunction): string {
  const what = t(`moments.why.${why}`, { name: device.name })
  if (because === null) return what
  const reason =
    typeof because === 'string'
      ? t(`moments.because.${because}`)
      : codeText(because.error, because.description, t)
  return t('moments.whatAndWhy', { what, reason })
}

/** The final words of a run, from the states of the devices: what is proven, or what is not done. */
export function outcomeText(run: MomentRun, devices: readonly DeviceInfo[], name: string, t: TFunction) {
  const findings = findingsOf(run, devices)
  const [first] = findings
  if (first !== undefined) {
    const text = findingText(first, t)
    return {
      isDone: false,
      text: findings.length === 1 ? text : t('moments.andMore', { text, more: findings.length - 1 }),
    }
  }
  const claims = claimsOf(run, devices)
  return {
    isDone: true,
    text:
      claims.length === 0
        ? t('moments.done', { name })
        : claims.map((claim) => t(`moments.claim.${claim}`)).join(' '),
  }
}

/** A step as text: the act, or the name of the scenario. */
export function stepText(step: MomentStep, scenarios: readonly Scenario[], t: TFunction): string {
  if ('act' in step) return t(`moments.act.${step.act}`)
  return scenarios.find(({ id }) => id === step.scenarioId)?.name ?? t('moments.noScenario')
}
