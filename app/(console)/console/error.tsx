'use client'

export { BrokenPage as default } from '@/components/layout/broken-page'
