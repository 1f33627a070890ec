// Says so when the app itself does not arrive, is not what the page was built with, or is not understood by the
// browser: nothing of the app can say it then. React takes the text away when it starts all the same.
addEventListener(
  'error',
  () => {
    const loading = document.querySelector('#root > [data-loading]');
    if (loading === null) return;
    loading.textContent =
      'Gatehouse could not be started. Reload the page. If it stays so, use a newer browser, or tell whoever runs this page.';
    loading.setAttribute('role', 'alert');
  },
  true,
);
