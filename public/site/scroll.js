// A box that scrolls sideways is a stop of the Tab key while something in it is hidden, or the keyboard could not reach it.
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) update(target.closest('[data-scrolls]'))
})

function update(box) {
  if (!box) return
  const isSeen = box.clientWidth > 1 // not one for screen readers alone
  const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight
  if (isSeen && scrolls) box.tabIndex = 0
  else box.removeAttribute('tabindex')
}

export function watchScrollBoxes() {
  for (const box of document.querySelectorAll('[data-scrolls]')) {
    sizes.observe(box)
    if (box.firstElementChild) sizes.observe(box.firstElementChild)
  }
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', watchScrollBoxes)
else watchScrollBoxes()
