document.title = 'Gatehouse';
