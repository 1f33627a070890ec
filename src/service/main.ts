console.log('service');
