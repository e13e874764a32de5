import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LightSlider } from './light-slider.tsx'
import { TiltDial } from './tilt-dial.tsx'

const WORDS = {
  label: 'Schlafzimmer\u00ADlicht',
  reported: null,
  describe: () => 'Unbe\u00ADkannt',
  onDraft: () => {},
  onCommit: () => {},
}

it.each([
  ['a slider', <LightSlider key="slider" {...WORDS} />],
  [
    'a dial',
    <TiltDial key="dial" {...WORDS} kind="venetian" inclinationType="full_180" target={null} draft={null} />,
  ],
])('%s is named and says its value without soft hyphens', (_, control) => {
  const markup = renderToStaticMarkup(control)
  expect(markup).toContain('aria-label="Schlafzimmerlicht"')
  expect(markup).toContain('aria-valuetext="Unbekannt"')
})
