import type { DeviceInfo } from '@senca/contract'
import type { LinkDraft } from './link-draft.ts'

/** The props of every part of the form: the draft, the error texts by field, and the change handler. */
export interface FormPart {
  draft: LinkDraft
  errorOf: (field: string) => string | null
  onChange: (changes: Partial<LinkDraft>) => void
}

export interface DevicePart extends FormPart {
  device: DeviceInfo
}
