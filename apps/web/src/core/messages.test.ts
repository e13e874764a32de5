import { beforeEach, expect, it } from 'vitest'
import { hideError, hideMessage, messageStore, showMessage } from './messages.ts'

const shown = () => messageStore.getState().message?.text ?? null
beforeEach(hideMessage)

it('an error disappears when its screen is left', () => {
  showMessage('error', 'It did not work')
  hideError()
  expect(shown()).toBe(null)
})

it('an error of the whole app stays when a screen is left', () => {
  showMessage('error', 'Slovenian could not be loaded', { isOfApp: true })
  hideError()
  expect(shown()).toBe('Slovenian could not be loaded')
})

it('a success stays when its screen is left', () => {
  showMessage('success', 'The mail was sent')
  hideError()
  expect(shown()).toBe('The mail was sent')
})
