import { defineConfig } from 'vite'

export default defineConfig({
  // Relative addresses, so that the page works below any path of a reverse proxy.
  base: './',
  resolve: { conditions: ['@poundlock/source'] },
  build: {
    target: 'es2023',
    // Each file has an address of its own: the policy of the page lets no `data:` through.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the notices of the command, which brings the page along.
    license: { fileName: '.vite/licenses.json' },
  },
})
