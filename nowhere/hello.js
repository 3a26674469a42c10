console.log(process.pid);
setInterval(() => {}, 1000);
