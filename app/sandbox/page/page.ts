// The page that model-written Python runs in. It has no preload and no network but app://py.
console.log(`cross-origin isolated: ${String(crossOriginIsolated)}`);
